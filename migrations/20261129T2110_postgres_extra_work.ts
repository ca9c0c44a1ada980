import { type Kysely, sql } from 'kysely'

import type { IndexChange } from './concurrently.ts'

/** Lets only quotes ask for a visit. No row has a value yet, so there is nothing to validate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kayit add constraint kayit_extra_work_ck
    check (stage = 'quote' or for_kayit_id is null and added_at is null) not valid`.execute(db)
}

/** Finds the quotes of a visit; other records are not in it. */
export const concurrently: readonly IndexChange[] = [
  { create: 'kayit_extra_work', on: 'kayit', as: '(shop_id, for_kayit_id) where for_kayit_id is not null' },
]
