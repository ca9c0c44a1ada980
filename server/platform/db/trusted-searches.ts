import { type Kysely, sql } from 'kysely'

import { hasCitus } from './distribute/state.ts'
import type { DB } from './schema.ts'

/** What the indexes of searches are read with. It tells nothing of a row but whether the row matches. */
const SEARCHES = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'search_grams(bigint, text, text, text)',
] as const

/** Marks searches leakproof, as indexes need under row security. Returns the statements if only a superuser may. */
export async function trustSearches(trx: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ name: string; isAllowed: boolean }>`
    select name, (select rolsuper from pg_roles where rolname = current_user) as "isAllowed"
    from unnest(${[...SEARCHES]}::text[]) as name join pg_proc on pg_proc.oid = to_regprocedure(name)
    where not proleakproof`.execute(trx)
  const statements = await trusting(
    trx,
    rows.map(({ name }) => name),
  )
  if (rows.some(({ isAllowed }) => !isAllowed)) return `${statements.join('; ')};`
  for (const statement of statements) await sql.raw(statement).execute(trx)
  return null
}

/** The statements that have every node trust these functions, whether it does already or not. */
export async function trusting(db: Kysely<DB>, names: readonly string[] = SEARCHES): Promise<string[]> {
  const isCluster = await hasCitus(db)
  return names.map((name) => {
    const statement = `alter function ${name} leakproof`
    // Citus passes on what changes a function of ours, and nothing about those of PostgreSQL.
    return isCluster && name.startsWith('pg_catalog.')
      ? `select * from run_command_on_all_nodes('${statement}')`
      : statement
  })
}
