import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'

/** Resets the statistics of statements, so that `sentToCluster` returns only those of the run's operations. */
export async function forgetStatements(coordinator: PoolTarget): Promise<void> {
  const pool = createPool({ ...coordinator, max: 1 })
  await pool.unsafe('create extension if not exists pg_stat_statements')
  await pool.unsafe('select pg_stat_statements_reset()')
  await pool.end()
}

/** Returns the distinct statements that requests have sent to the coordinator since, with parameters for values. */
export async function sentToCluster(coordinator: PoolTarget): Promise<string[]> {
  const pool = createPool({ ...coordinator, max: 1 })
  const rows = await pool<{ query: string }[]>`
    select distinct query from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where rolname = ${REQUEST_ROLE} and toplevel order by 1`
  await pool.end()
  return rows.map(({ query }) => query)
}

/** A value for each type of parameter. The shop is the same everywhere, as in the calls of one user. */
const VALUES: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  text: "'1'",
  boolean: 'true',
  date: "'2026-11-03'",
  'timestamp with time zone': "'2026-11-03'",
  bytea: "'\\x01'",
  jsonb: "'{}'",
}

/**
 * Returns for each statement the largest number of shards that one of its parts would run on in the server of
 * `database`; 0 where Citus takes no part.
 */
export async function reachOf(
  database: PoolTarget,
  statements: readonly string[],
): Promise<Map<string, number>> {
  const pool = createPool({ ...database, max: 1 })
  const reach = new Map<string, number>()
  try {
    for (const statement of statements) {
      // pg_stat_statements replaces the word after `extract(` with a parameter, which is invalid SQL.
      const text = renumbered(statement.replaceAll(/extract\(\$\d+ from/g, 'extract(year from'))
      await pool.unsafe(`prepare asked as ${text}`, [], { prepare: false }).catch((error: Error) => {
        throw new Error(`${error.message}: ${text}`)
      })
      const [prepared] = await pool.unsafe<{ types: string[] }[]>(
        `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
        [],
        { prepare: false },
      )
      const values = (prepared?.types ?? []).map(
        (type) => VALUES[type] ?? (type.endsWith('[]') ? "'{1}'" : 'null'),
      )
      const call = values.length === 0 ? 'asked' : `asked(${values.join(', ')})`
      const plan = await pool.unsafe(`explain (format json) execute ${call}`, [], { prepare: false })
      reach.set(statement, mostTasks(plan))
      await pool.unsafe('deallocate asked', [], { prepare: false })
    }
  } finally {
    await pool.end()
  }
  return reach
}

/** Renumbers the parameters without gaps, because PREPARE asks for the type of each. */
function renumbered(statement: string): string {
  const numbers = new Map<string, number>()
  return statement.replaceAll(/\$\d+/g, (parameter) => {
    const number = numbers.get(parameter) ?? numbers.size + 1
    numbers.set(parameter, number)
    return `$${number}`
  })
}

function mostTasks(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const own = 'Task Count' in plan ? Number(plan['Task Count']) : 0
  return Math.max(own, ...Object.values(plan).map(mostTasks))
}
