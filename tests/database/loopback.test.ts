import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { findBinaries, findPaths, type ClusterPaths } from '#server/platform/db/embedded/paths.ts'
import { ensureCluster } from '#server/platform/db/embedded/cluster.ts'
import { servesCluster } from '#server/platform/db/embedded/loopback.ts'
import { ensureRunning, stopServer } from '#server/platform/db/embedded/postmaster.ts'
import { isRunning } from '#server/platform/db/embedded/process.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { serverPid, untilGone } from '#tests/support/panel/panel-process.ts'

/** The tests act as on Windows: pg_ctl starts the server, and clients find it over TCP. */
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function makePaths(name: string): Promise<ClusterPaths> {
  const paths = findPaths(join(folder, name), findBinaries())
  await ensureCluster(paths, 'loopback')
  return paths
}

async function freeEndpoint(): Promise<{ host: string; port: number }> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { host: '127.0.0.1', port }
}

const stop = ({ cluster }: ClusterPaths, pid: number) => stopServer(cluster, pid, 20_000)

describe('an embedded server on the loopback', { timeout: 300_000 }, () => {
  it('a running server is joined at its address and stops when asked', async () => {
    const paths = await makePaths('Şükrü Öz’ün verisi ığ')
    const endpoint = await freeEndpoint()
    const first = await ensureRunning(paths, endpoint)
    expect(first).toMatchObject({ ...endpoint, adopted: false })
    const second = await ensureRunning(paths, await freeEndpoint())
    expect(second).toMatchObject({ ...endpoint, pid: first.pid, adopted: true })
    await stop(paths, first.pid)
    await untilGone(first.pid)
    expect(existsSync(join(paths.cluster, 'postmaster.pid'))).toBe(false)
  })

  it('two concurrent starts end up with one server', async () => {
    const paths = await makePaths('twins')
    const [one, other] = await Promise.all([
      ensureRunning(paths, await freeEndpoint()),
      ensureRunning(paths, await freeEndpoint()),
    ])
    expect(other).toMatchObject({ pid: one.pid, port: one.port })
    await stop(paths, one.pid)
  })

  it('a server is joined only when it sees our file in its folder', async () => {
    const [ours, theirs] = await Promise.all([makePaths('ours'), makePaths('theirs')])
    const endpoint = await freeEndpoint()
    const { pid } = await ensureRunning(ours, endpoint)
    expect(await servesCluster(endpoint, ours.cluster)).toBe(true)
    // The other folder first has another password, then a copy of the same one.
    expect(await servesCluster(endpoint, theirs.cluster)).toBe(false)
    const password = readFileSync(join(ours.cluster, 'OTO_SERVIS_PASSWORD'))
    writeFileSync(join(theirs.cluster, 'OTO_SERVIS_PASSWORD'), password)
    expect(await servesCluster(endpoint, theirs.cluster)).toBe(false)
    await stop(ours, pid)
    expect(await servesCluster(endpoint, ours.cluster)).toBe(false)
  })

  it('the server starts although the old process id and port are used by another process', async () => {
    const paths = await makePaths('rebooted')
    const owner = paths.owner ?? {}
    const other = spawn('sleep', ['60'], owner)
    const { port } = await freeEndpoint()
    const lines = [other.pid, paths.cluster, 1, port, '', '127.0.0.1', '  5432001        1', 'ready   ', '']
    writeFileSync(join(paths.cluster, 'postmaster.pid'), lines.join('\n'))
    const running = await ensureRunning(paths, await freeEndpoint())
    expect(running.adopted).toBe(false)
    expect(other.exitCode).toBeNull()
    await stop(paths, running.pid)
    other.kill()
  })

  it('the server starts again after it was killed', async () => {
    const paths = await makePaths('killed')
    const endpoint = await freeEndpoint()
    const { pid } = await ensureRunning(paths, endpoint)
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    const again = await ensureRunning(paths, endpoint)
    expect(again.pid).not.toBe(pid)
    await stop(paths, again.pid)
  })

  it('a cancelled start leaves no process running', async () => {
    const paths = await makePaths('given-up')
    const giveUp = new AbortController()
    const starting = ensureRunning(paths, await freeEndpoint(), { signal: giveUp.signal })
    const pidFile = join(paths.cluster, 'postmaster.pid')
    while (!existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 1))
    const pid = serverPid(join(folder, 'given-up'))
    giveUp.abort()
    // The start was either cancelled, or just ready, so that the caller must stop it.
    const outcome = await starting.catch(() => undefined)
    if (outcome !== undefined) await stop(paths, outcome.pid)
    await untilGone(pid)
    expect(isRunning(pid)).toBe(false)
  })

  it('a server that cannot start reports why', async () => {
    const paths = await makePaths('refusing')
    const settings = { shared_buffers: '1kB' }
    await expect(ensureRunning(paths, await freeEndpoint(), { settings })).rejects.toThrow(
      /^DATA_DIR: veritabanı başlatılamadı \(.*shared_buffers.*\); ayrıntı: /,
    )
  })
})
