import type { IndexChange } from './concurrently.ts'

/** Changes only indexes, in `concurrently`. */
export async function up(): Promise<void> {}

/** The sort key of 'Devam Ediyor' and 'DEVAM EDİYOR'; a test compares it with the code's. */
const OPEN_KEY = '4k4q6k4a5i084q4k566q5o5y'

/** The index of open work, by the status in any case (decisions: status). */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_acik_isler',
    on: 'kayit',
    as: `(user_id, gun) include (durum, toplam_kurus) where deleted_at is null and (durum_sira = '${OPEN_KEY}' or cikis_tarihi is null)`,
  },
  { drop: 'kayit_acik' },
]
