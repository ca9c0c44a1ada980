import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { findBinaries, findPaths, type ClusterPaths } from '#server/platform/db/embedded/paths.ts'
import { readPidFile } from '#server/platform/db/embedded/process.ts'
import { ensureRunning, type RunningServer, stopServer } from '#server/platform/db/embedded/postmaster.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { serverPid, untilGone } from '#tests/support/panel/panel-process.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const folder = temporaryFolder()
const dataDir = join(folder, 'data')
let paths: ClusterPaths

beforeAll(async () => {
  await (await startEmbedded({ dataDir })).stop()
  paths = findPaths(dataDir, findBinaries())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (options: Parameters<typeof ensureRunning>[2]) =>
  ensureRunning(paths, { host: paths.cluster, port: 5432 }, options)

describe('a start while a worker of a killed server still runs', { timeout: 300_000 }, () => {
  let worker: number

  /** A stopped worker does not notice that its postmaster died, like a worker in a long statement or on a slow disk. */
  beforeEach(async () => {
    const { pid } = await run({})
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    worker = workers[0] ?? 0
    process.kill(worker, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await Promise.all([pid, ...workers.slice(1)].map(untilGone))
    return async () => {
      if (existsSync(`/proc/${worker}`)) process.kill(worker, 'SIGKILL')
      await untilGone(worker)
    }
  })

  it('the start waits for the worker and succeeds', async () => {
    const looks = looksAt(worker)
    const starting = run({})
    await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(existsSync(join(paths.cluster, 'postmaster.pid'))).toBe(true)
    process.kill(worker, 'SIGCONT')
    const { pid, adopted } = await starting
    expect(adopted).toBe(false)
    await stopServer(paths.cluster, pid, 10_000)
  })

  it('the start waits for the worker without a pid file too', async () => {
    rmSync(join(paths.cluster, 'postmaster.pid'))
    await expect(run({ leftoverLimitMs: 500 })).rejects.toThrow(`bir süreci (${worker}) hâlâ çalışıyor`)
    expect(existsSync(join(paths.cluster, 'postmaster.pid'))).toBe(false)
  })

  it('the start gives up after its time limit and names the process', async () => {
    await expect(run({ leftoverLimitMs: 500 })).rejects.toThrow(
      `DATA_DIR: önceki veritabanının bir süreci (${worker}) hâlâ çalışıyor ve kendiliğinden bitmedi; ` +
        `ayrıntı: ${paths.log}`,
    )
  })

  it('the waiting start can be cancelled', async () => {
    const reason = new Error('stop')
    const stopping = new AbortController()
    const starting = run({ signal: stopping.signal })
    stopping.abort(reason)
    await expect(starting).rejects.toBe(reason)
  })

  it('the whole panel can be terminated while it waits', async () => {
    const panel = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    panel.stderr.on('data', (data) => (stderr += String(data)))
    await untilItHandlesSignals(panel.pid ?? 0)
    panel.kill('SIGTERM')
    expect(await once(panel, 'exit')).toEqual([0, null])
    expect(stderr).toBe('')
  })
})

/** Counts this process's liveness checks of that process, as a waiting start makes them. */
function looksAt(pid: number): () => number {
  const kill = vi.spyOn(process, 'kill')
  onTestFinished(() => kill.mockRestore())
  return () => kill.mock.calls.filter(([asked, signal]) => asked === pid && signal === 0).length
}

/** Waits until SIGHUP no longer ends the process. Node handles the other signals by itself. */
async function untilItHandlesSignals(pid: number): Promise<void> {
  const bit = 1n << BigInt(constants.signals.SIGHUP - 1)
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  const handled = () => /SigCgt:\s*(\w+)/.exec(read('status'))?.[1] ?? '0'
  // The server starts as a fork of this process and inherits its handlers.
  while (!read('cmdline').includes(MAIN)) await sleep(20)
  while ((BigInt(`0x${handled()}`) & bit) === 0n) await sleep(20)
}

describe('a start that is told to stop while its server recovers', () => {
  it('the cancelled start leaves no server running', async () => {
    // The server never finishes its recovery, because it waits for the log of a primary.
    const standby = join(paths.cluster, 'standby.signal')
    writeFileSync(standby, '')
    onTestFinished(() => rmSync(standby))
    const stopping = new AbortController()
    const starting = run({
      signal: stopping.signal,
      settings: { hot_standby: 'off', restore_command: 'false' },
    })
    while (readPidFile(paths.cluster)?.ready !== false) await sleep(5)
    const pid = serverPid(dataDir)
    stopping.abort(new Error('stop'))
    await expect(starting).rejects.toThrow('stop')
    await untilGone(pid)
  })
})

describe('a server of another container that shares the folder', { timeout: 300_000 }, () => {
  const socket = () => join(paths.cluster, '.s.PGSQL.5432')
  const files = () => ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(paths.cluster, name))
  /** The lock file names this process, whose id exists here but belongs to no server. */
  const lock = (status: string) =>
    [process.pid, paths.cluster, 1, 5432, paths.cluster, '', '  5432001        1', status, ''].join('\n')

  /** Listens in that folder from a process that does not look like a server of the cluster. */
  async function listen(backlog: number) {
    const script = `require('net').createServer().listen({ path: ${JSON.stringify(socket())}, backlog: ${backlog} }, () => console.log(1))`
    rmSync(socket(), { force: true })
    const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(other, 'exit')
    onTestFinished(async () => {
      other.kill('SIGKILL')
      await ended
      for (const path of [socket(), ...files()]) rmSync(path, { force: true })
    })
    await once(other.stdout, 'data')
    return other
  }

  function writeLocks(status: string) {
    for (const file of files()) writeFileSync(file, lock(status))
    if (paths.owner !== undefined)
      for (const file of files()) chownSync(file, paths.owner.uid, paths.owner.gid)
  }

  it('the shared server is used and keeps its lock files', async () => {
    writeLocks('ready   ')
    await listen(100)
    const expected: RunningServer = { host: paths.cluster, port: 5432, pid: process.pid, adopted: true }
    expect(await run({})).toEqual(expected)
    for (const file of files()) expect(readFileSync(file, 'utf8')).toBe(lock('ready   '))
  })

  it('a shared server that is too busy to answer keeps its lock files', async () => {
    writeLocks('ready   ')
    const busy = await listen(1)
    busy.kill('SIGSTOP')
    const clients = Array.from({ length: 5 }, () => connect(socket()))
    onTestFinished(() => clients.forEach((client) => client.destroy()))
    const refused = clients.map((client) => once(client, 'error').then(([error]) => error.code as string))
    expect(await Promise.race(refused)).toBe('EAGAIN')
    expect((await run({})).adopted).toBe(true)
    for (const file of files()) expect(readFileSync(file, 'utf8')).toBe(lock('ready   '))
  })

  it('the start waits while the shared server starts', async () => {
    writeLocks('starting')
    const looks = looksAt(process.pid)
    const starting = run({})
    await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(2)
    for (const file of files()) expect(readFileSync(file, 'utf8')).toBe(lock('starting'))
    rmSync(socket(), { force: true })
    const server = createServer().listen(socket())
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    writeLocks('ready   ')
    expect(await starting).toMatchObject({ pid: process.pid, adopted: true })
  })

  it('a shared server without its pid file keeps its socket', async () => {
    writeLocks('ready   ')
    rmSync(join(paths.cluster, 'postmaster.pid'))
    await listen(100)
    await expect(run({ leftoverLimitMs: 300 })).rejects.toThrow('sokette başka bir veritabanı yanıt veriyor')
    expect(existsSync(join(paths.cluster, '.s.PGSQL.5432.lock'))).toBe(true)
  })
})
