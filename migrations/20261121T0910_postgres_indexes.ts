import { type Kysely, sql } from 'kysely'

/**
 * Creates indexes for the list's sort orders and for searches inside names, plates and chassis numbers. btree_gin adds
 * the owner to the search index, so a search never reads another shop's rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create extension if not exists btree_gin`.execute(db)

  await sql`create index kayit_ara on kayit using gin (user_id, ara_ad gin_trgm_ops, ara_arac gin_trgm_ops)`.execute(
    db,
  )

  // Empty dates come first in ascending order; a descending list reads the same index backwards.
  await sql`create index kayit_giris on kayit (user_id, giris_tarihi nulls first, id) where deleted_at is null`.execute(
    db,
  )
  await sql`create index kayit_cikis on kayit (user_id, cikis_tarihi nulls first, id) where deleted_at is null`.execute(
    db,
  )
  for (const column of ['musteri_sira', 'sasi_sira', 'plaka_sira', 'durum_sira', 'islem_sayisi'])
    await sql`create index ${sql.raw(`kayit_${column}`)} on kayit (user_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
  await sql`create index kayit_plaka_key on kayit (user_id, plaka_key) where deleted_at is null`.execute(db)

  // The daily removal of old deleted rows covers all shops.
  for (const table of ['kayit', 'expense'])
    await sql`create index ${sql.raw(`${table}_deleted`)} on ${sql.table(table)} (deleted_at) where deleted_at is not null`.execute(
      db,
    )
}
