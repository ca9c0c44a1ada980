import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql as statement } from 'kysely'
import postgres from 'postgres'

import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

export type InstanceLock = { end: () => Promise<void> }

const LOCK_ID = 0x6f746f01
/** Timeout of the wait for the lock, in ms, which a stopping panel still holds. */
const LOCK_WAIT_MS = 3000

type Target = { host: string; port: number; username: string; password?: string; database: string }
type LockOptions = {
  waitMs: number | undefined
  /** Called when the lock's connection ends before `end`. */
  onLost: () => void
}

/**
 * Takes the lock "this panel uses this data": an advisory lock on its own connection, which ends with our process
 * however that dies. Also creates the application's database when it is missing. Throws a StartupError when
 * another panel holds the lock after `waitMs`.
 */
export async function takeInstanceLock(
  { database, ...login }: Target,
  { waitMs = LOCK_WAIT_MS, onLost }: LockOptions,
): Promise<InstanceLock> {
  let isHeld = false
  const sql = postgres({
    ...login,
    database: 'postgres',
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 10,
    connection: { application_name: 'oto-servis instance lock' },
    onnotice: () => {},
    onclose: () => {
      if (isHeld) onLost()
      isHeld = false
    },
  })
  const end = async () => {
    isHeld = false
    await sql.end({ timeout: 1 })
  }
  try {
    const connection = await sql.reserve()
    await waitForLock(connection, waitMs)
    const found = await connection`select 1 from pg_database where datname = ${database}`
    if (found.length === 0) await connection`create database ${connection(database)}`
    isHeld = true
    return { end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Returns whether a panel or a command of ours holds the lock of the server that `db` is connected to. */
export async function isLockHeld(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await statement`select 1 from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${LOCK_ID}::int and granted`.execute(db)
  return rows.length > 0
}

async function waitForLock(sql: postgres.Sql, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs
  do {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK_ID}) as locked`
    if (row?.locked === true) return
    await sleep(100)
  } while (Date.now() < deadline)
  throw new StartupError('DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.')
}
