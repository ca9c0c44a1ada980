import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findBinaries, type ClusterPaths, findPaths } from '#server/platform/db/embedded/paths.ts'
import { ensureCluster, SUPERUSER } from '#server/platform/db/embedded/cluster.ts'
import { ensureRunning, stopServer } from '#server/platform/db/embedded/postmaster.ts'
import { isServerOf } from '#server/platform/db/embedded/process.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'

import { administer } from './administer.ts'
import { temporaryFolder } from './embedded-server.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { makeTemplate, TEMPLATE } from '#tests/support/setup/template.ts'

/** A server of a pair, on the loopback address. */
export type Member = {
  target: PoolTarget
  /** Runs one statement as the superuser. */
  run: (statement: string) => Promise<void>
  /** Kills all its processes at once, as a power failure does. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

export type Pair = {
  primary: Member
  standby: Member
  /** Waits until the standby has replayed everything that the primary has written by now. */
  untilEqual: () => Promise<void>
  remove: () => Promise<void>
}

/** A pair and a standby of its standby. */
type Chain = Pair & { last: Member }

type PairOptions = {
  /** Whether each commit waits until the standby confirms it. */
  isSynchronous?: boolean
  standbySettings?: Record<string, string>
}

const STANDBY = 'yedek'
const DATABASE = 'oto_servis'

/** Starts a primary and its streaming standby, with a migrated database on both. */
export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const { last: _, ...pair } = await startServers(2, options)
  return pair
}

/** Starts a primary, its standby, and a standby of that standby. */
export async function startChain(options: PairOptions = {}): Promise<Chain> {
  const { last, ...pair } = await startServers(3, options)
  if (last === undefined) throw new Error('The last server is missing.')
  return { ...pair, last }
}

/**
 * Starts servers that each stream from the one before. A standby begins as a copy of the primary's folder before its
 * first start, because the embedded binaries lack pg_basebackup.
 */
async function startServers(count: number, { isSynchronous = false, standbySettings = {} }: PairOptions) {
  const folder = temporaryFolder()
  const binaries = findBinaries()
  const places = Array.from({ length: count }, (_, index) => findPaths(join(folder, String(index)), binaries))
  const members: Member[] = []
  for (const [index, paths] of places.entries()) {
    const from = members.at(-1)?.target.port
    if (index > 0) copyCluster(places[0] ?? paths, paths)
    await ensureCluster(paths, 'socket')
    members.push(
      memberOf(paths, await freePort(), from === undefined ? {} : { ...follows(from), ...standbySettings }),
    )
  }
  const [primary, standby, last] = members
  if (primary === undefined || standby === undefined) throw new Error('There is no pair.')
  const remove = async () => {
    await Promise.all(members.map((member) => member.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  const untilEqual = () => untilReplayed(primary, standby)
  try {
    for (const member of members) await member.start()
    await makeDatabase(primary, isSynchronous)
    await untilEqual()
  } catch (error) {
    await remove()
    throw error
  }
  return { primary, standby, last, untilEqual, remove }
}

function copyCluster(from: ClusterPaths, to: ClusterPaths): void {
  cpSync(from.cluster, to.cluster, { recursive: true })
  writeFileSync(join(to.cluster, 'standby.signal'), '')
}

const follows = (port: number) => ({
  primary_conninfo: `host=127.0.0.1 port=${port} user=${SUPERUSER} application_name=${STANDBY}`,
  wal_retrieve_retry_interval: '100ms',
})

async function makeDatabase(primary: Member, isSynchronous: boolean): Promise<void> {
  const server = { ...primary.target, database: 'postgres' }
  await makeTemplate(server, async () => {})
  await administer(server, `create database ${DATABASE} template ${TEMPLATE}`)
  await administer(server, `grant pg_read_all_stats to ${REQUEST_ROLE}`)
  if (!isSynchronous) return
  await administer(server, `alter system set synchronous_standby_names = '${STANDBY}'`)
  await administer(server, 'select pg_reload_conf()')
}

async function untilReplayed(primary: Member, standby: Member): Promise<void> {
  const [from, to] = [primary, standby].map(({ target }) =>
    createPool({ ...target, database: 'postgres', max: 1 }),
  )
  try {
    const [position] = (await from?.unsafe('select pg_current_wal_flush_lsn()::text as lsn')) ?? []
    const isEqual = `select pg_last_wal_replay_lsn() >= '${String(position?.['lsn'])}'::pg_lsn as equal`
    while ((await to?.unsafe(isEqual))?.[0]?.['equal'] !== true) await sleep(5)
  } finally {
    await Promise.all([from?.end(), to?.end()])
  }
}

function memberOf(paths: ClusterPaths, port: number, own: Record<string, string>): Member {
  const endpoint = { host: paths.cluster, port }
  const settings = {
    listen_addresses: '127.0.0.1',
    fsync: 'off',
    full_page_writes: 'off',
    ...own,
  }
  const target = { host: '127.0.0.1', port, username: SUPERUSER, database: DATABASE }
  let pid = 0
  const start = async () => {
    ;({ pid } = await ensureRunning(paths, endpoint, { settings }))
  }
  const kill = async () => {
    if (!isServerOf(pid, paths.cluster)) return
    process.kill(-pid, 'SIGKILL')
    while (isServerOf(pid, paths.cluster)) await sleep(5)
  }
  return {
    target,
    run: (statement) => administer(target, statement),
    start,
    kill,
    stop: () => stopServer(paths.cluster, pid, 10_000),
  }
}
