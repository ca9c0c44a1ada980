import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { isRunning } from '#server/platform/db/embedded/process.ts'
import { databaseUrl, testDatabaseTarget } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { firstWorkerOf, workersOf } from '#tests/support/panel/workers.ts'

const DATABASE_URL = databaseUrl(await testDatabaseTarget())
const dataDir = temporaryFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const launch = (env: Record<string, string>) => launchMain({ WORKERS: '2', ...env })

describe('the start of several processes', { timeout: 300_000 }, () => {
  test('a port that is in use ends it with one line, and a new password is not lost', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const first = launch({ DATABASE_URL, PORT: String(port) })
    expect(await first.ended).toBe(1)
    const [line, login] = first.output.err.split('\n')
    expect(line).toBe(`PORT: ${port} numaralı port kullanımda.`)
    expect(login).toMatch(/^Yönetici hesabı .+ Parola: \S{12,} \(yalnızca/)
    const second = launch({ DATABASE_URL, PORT: String(port) })
    expect(await second.ended).toBe(1)
    expect(second.output.err).toBe(`${line}\n`)
  })

  test('Ctrl-C to all processes ends a start without a message', async () => {
    const panel = launch({ DATABASE_URL })
    const worker = await firstWorkerOf(panel)
    panel.child.kill('SIGINT')
    for (const pid of workersOf(panel)) process.kill(pid, 'SIGINT')
    expect(await panel.ended).toBe(0)
    expect(panel.output).toEqual({ out: '', err: '' })
    expect(isRunning(worker)).toBe(false)
  })

  test('when the first process is killed, its workers end, and the next start finds the data', async () => {
    const killed = launch({ DATA_DIR: dataDir })
    await killed.ready()
    const workers = workersOf(killed)
    expect(workers).toHaveLength(2)
    killed.child.kill('SIGKILL')
    await killed.ended
    await expect.poll(() => workers.filter(isRunning), { timeout: 30_000 }).toEqual([])
    const next = launch({ DATA_DIR: dataDir })
    const address = await next.ready()
    expect((await fetch(new URL('/readyz', address))).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    // No second administrator is made.
    expect(next.output.out.trim().split('\n')).toHaveLength(1)
  })
})
