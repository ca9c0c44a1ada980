import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { MainProcess } from '#tests/support/panel/main-process.ts'
import { workersOf } from '#tests/support/panel/workers.ts'

/** A sample of the run, with memory and sizes in MB. */
export type Sample = {
  /** The time since the start of the run, in ms. */
  at: number
  /** The panel's own process, or the primary of several. */
  panel: number
  workers: number[]
  /** All processes of PostgreSQL, each with its share of common memory. */
  postgres: number
  connections: number
  database: number
  wal: number
}

type Watched = { panel: MainProcess; db: Kysely<DB>; dataDir: string }

export async function takeSample({ panel, db, dataDir }: Watched): Promise<Sample> {
  const { rows } = await sql<{ connections: number; database: number; wal: number }>`
    select (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      pg_database_size(current_database()) as database, (select sum(size) from pg_ls_waldir()) as wal`.execute(
    db,
  )
  const { connections = 0, database = 0, wal = 0 } = rows[0] ?? {}
  return {
    at: performance.now(),
    panel: residentOf(panel.child.pid ?? 0),
    workers: workersOf(panel).map(residentOf),
    postgres: processesOf(dataDir).reduce((sum, pid) => sum + shareOf(pid), 0),
    connections,
    database: database / 1e6,
    wal: wal / 1e6,
  }
}

const residentOf = (pid: number): number => kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1_000
/** Only root may read this of another user's process. */
const shareOf = (pid: number): number => kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1_000

function kilobytes(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process has just ended.
    return 0
  }
}

/** Returns the server and its children. */
function processesOf(dataDir: string): number[] {
  const [first] = readFileSync(join(dataDir, 'postgresql/postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync(`/proc/${first}/task`).flatMap((task) =>
    readFileSync(`/proc/${first}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [Number(first), ...children]
}
