import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'

/** Settings with which a run's server keeps every statement, of all databases of its files. */
export const KEEPING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '60000',
  'pg_stat_statements.track_utility': 'off',
}

/** The threads of a run share this file, because they share the process id. */
const PLACE = join(tmpdir(), `oto-statements-${process.pid}.json`)

/** Makes the statements readable for `sentStatements` of the same run; returns a function that undoes that. */
export async function keepStatements(server: PoolTarget): Promise<() => void> {
  const admin = createPool({ ...server, max: 1 })
  await admin.unsafe('create extension if not exists pg_stat_statements')
  await admin.end()
  writeFileSync(PLACE, JSON.stringify(server), { mode: 0o600 })
  return () => rmSync(PLACE, { force: true })
}

export function serverOfStatements(): PoolTarget {
  if (!existsSync(PLACE)) throw new Error('Run it with the operations: --project embedded --project plans')
  return JSON.parse(readFileSync(PLACE, 'utf8')) as PoolTarget
}

/** Returns the distinct statements that requests have sent since the run began, with parameters for values. */
export async function sentStatements(): Promise<string[]> {
  const admin = createPool({ ...serverOfStatements(), max: 1 })
  try {
    const rows = await admin<{ query: string }[]>`
      select distinct query from pg_stat_statements s join pg_roles r on r.oid = s.userid
      where rolname = ${REQUEST_ROLE} and toplevel order by 1`
    return rows.map(({ query }) => query)
  } finally {
    await admin.end()
  }
}
