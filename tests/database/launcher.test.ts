import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ensureBuild } from '#tests/support/setup/build.ts'
import { databaseUrl, testDatabaseTarget } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { isSilent, launch, ROOT } from '#tests/support/panel/launcher.ts'

const env = { DATABASE_URL: databaseUrl(await testDatabaseTarget()) }
const folder = temporaryFolder()
beforeAll(ensureBuild)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a start by npm or by the launcher itself', { timeout: 300_000 }, () => {
  test.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGINT'],
    ['launcher', 'SIGTERM'],
    ['launcher', 'SIGINT'],
    ['launcher', 'SIGHUP'],
  ] as const)('%s and %s stop the server with exit code 0', async (by, signal) => {
    const { child, ended, ready, output } = launch(by, { env })
    const address = await ready()
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(await isSilent(address)).toBe(true)
    expect(output.err).toBe('')
  })

  test('Ctrl-C, which reaches npm, launcher and server at once, stops once', async () => {
    const { child, ended, ready, output } = launch('npm', { env })
    const address = await ready()
    process.kill(-(child.pid ?? Number.NaN), 'SIGINT')
    expect(await ended).toBe(0)
    expect(await isSilent(address)).toBe(true)
    expect(output.err).toBe('')
  })

  test('the server stops when its launcher is killed', async () => {
    const { child, ended, ready, output } = launch('launcher', { env })
    const address = await ready()
    child.kill('SIGKILL')
    // 'close' is emitted after the server, which shares the pipes, has ended too.
    await ended
    expect(await isSilent(address)).toBe(true)
    expect(output.err).toBe('')
  })

  test('a server that cannot start is reported by its line and its exit code', async () => {
    const { ended, output } = launch('npm', { env: { ...env, PORT: 'seksen' } })
    expect(await ended).toBe(1)
    expect(output.err).toMatch(/^PORT: .+\n$/)
  })
})

test(
  'a clone and its data can be in a folder with spaces and Turkish letters',
  { timeout: 300_000 },
  async () => {
    const clone = join(folder, 'Şükrü Öz/oto servis ığ')
    mkdirSync(clone, { recursive: true })
    const parts = ['client', 'dist', 'migrations', 'patches', 'scripts', 'server', 'shared']
    const files = ['package.json', 'package-lock.json', 'vite.config.ts']
    for (const name of [...parts, ...files])
      cpSync(join(ROOT, name), join(clone, name), { recursive: true, preserveTimestamps: true })
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    // The copied folders are new, and so is the copied build.
    utimesSync(join(clone, 'dist/client/index.html'), new Date(), new Date())

    const { child, ended, ready, output } = launch('launcher', {
      env: { DATA_DIR: './veri ışık' },
      root: clone,
    })
    const address = await ready()
    expect((await fetch(address)).status).toBe(200)
    expect((await fetch(new URL('/readyz', address))).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.err).toBe('')
  },
)
