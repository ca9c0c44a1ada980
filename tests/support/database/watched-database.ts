import { CompiledQuery, Kysely } from 'kysely'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** A node of a plan, as EXPLAIN writes it. */
export type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }

/** Returns a database that records the plans, node by node, of the statements that read while `work` runs on it. */
export function watchedDatabase(target: PoolTarget): {
  db: Kysely<DB>
  plansDuring: (work: () => Promise<unknown>) => Promise<Plan[]>
} {
  const statements: CompiledQuery[] = []
  let isWatching = false
  const dialect = new SafePostgresDialect(createPool(target))
  const log = ({ query }: { query: CompiledQuery }) => void (isWatching && statements.push(query))
  const db = new Kysely<DB>({ dialect, log })
  const plansDuring = async (work: () => Promise<unknown>) => {
    isWatching = true
    await work()
    isWatching = false
    const plans: Plan[] = []
    for (const { sql: text, parameters } of statements.splice(0)) {
      if (!/^(select|with)\b/.test(text)) continue
      const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained)
      plans.push(...rows.flatMap((row) => nodes(row['QUERY PLAN'][0].Plan)))
    }
    return plans
  }
  return { db, plansDuring }
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

export const indexesOf = (plans: readonly Plan[]): Set<string | undefined> =>
  new Set(plans.map((plan) => plan['Index Name']).filter(Boolean))
