import { type Kysely, sql } from 'kysely'

/** Refuses a negative price of work, and a discount that is no negative amount of one piece. It reads no stored row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table islem add constraint islem_fiyat_ck check (
    (kind = 'work' and fiyat_kurus >= 0 and fiyat_kurus <= 99999999999)
    or (kind = 'discount' and fiyat_kurus < 0 and fiyat_kurus >= -99999999999 and islem_adet = 1)
  ) not valid`.execute(db)
}
