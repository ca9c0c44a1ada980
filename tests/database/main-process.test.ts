import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

import { afterAll, describe, expect, test } from 'vitest'

import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'

const target = await testDatabaseTarget()
const untouched = await testDatabaseTarget()
const DATABASE_URL = databaseUrl(target)
const db = open(target)
afterAll(() => db.destroy())

const launch = (env: Record<string, string>) => launchMain({ DATABASE_URL, ...env })

describe('a start that fails', { timeout: 300_000 }, () => {
  test.each([
    [{ PORT: 'seksen' }, /^PORT: .+\n$/],
    [{ TRUST_PROXY: 'herkes' }, /^TRUST_PROXY: .+\n$/],
    [{ WORKERS: 'iki' }, /^WORKERS: .+\n$/],
    [{ DATABASE_URL: 'postgres://u:cok-gizli@127.0.0.1:1/yok' }, /^DATABASE_URL: .+\n$/],
  ])('%j ends the start with one line and exit code 1', async (env, line) => {
    const { output, ended } = launch(env)
    expect(await ended).toBe(1)
    expect(output.err).toMatch(line)
    expect(output.err).not.toContain('cok-gizli')
    expect(output.out).toBe('')
  })

  test('an unavailable address is reported in one line, and a new password is not lost', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const DATABASE_URL = databaseUrl(untouched)
    const line = `PORT: ${port} numaralı port kullanımda.\n`
    const first = launch({ PORT: String(port), DATABASE_URL })
    expect(await first.ended).toBe(1)
    expect(first.output.err.slice(0, line.length)).toBe(line)
    expect(first.output.err.slice(line.length)).toMatch(
      /^Yönetici hesabı .+ Parola: \S{12,} \(yalnızca .+\n$/,
    )
    const second = launch({ PORT: String(port), DATABASE_URL })
    const third = launch({ HOST: '203.0.113.77', DATABASE_URL })
    expect(await Promise.all([second.ended, third.ended])).toEqual([1, 1])
    expect(second.output.err).toBe(line)
    expect(third.output.err).toMatch(/^HOST: .+\n$/)
    other.close()
  })
})

describe('a running server', { timeout: 300_000 }, () => {
  test("the server prints its address in one line, and the administrator's password on the first start only", async () => {
    const first = launch({ ADMIN_USERNAME: 'patron' })
    const address = await first.ready()
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oto-servis\/$/)
    expect((await fetch(new URL('/readyz', address))).status).toBe(200)
    const admin = db.updateTable('users').where('username', '=', 'patron')
    await admin.set({ deleted_at: new Date() }).execute()
    expect((await fetch(new URL('/readyz', address))).status).toBe(503)
    await admin.set({ deleted_at: null }).execute()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.output.out.split('\n')[1]).toMatch(/Kullanıcı adı: patron {2}Parola: \S{12,} \(yalnızca/)

    const second = launch({ ADMIN_USERNAME: 'patron' })
    await second.ready()
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(second.output.out.trim().split('\n')).toHaveLength(1)
  })

  test('the server stops despite half-open connections and repeated signals', async () => {
    const { child, ended, ready } = launch({})
    const address = await ready()
    const { hostname, port } = new URL(address)
    const halfOpen = connect(Number(port), hostname)
    await once(halfOpen, 'connect')
    halfOpen.write('GET / HTTP/1.1\r\nHost: x\r\n')
    halfOpen.on('error', () => {})
    const slow = fetch(new URL('/api/login.php', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'kimse', password: 'parola' }),
    })
    // A login is counted before its password is checked.
    const counted = db.selectFrom('login_attempts').where('username_key', '=', 'kimse').select('id')
    await expect.poll(async () => (await counted.execute()).length, { timeout: 30_000 }).toBe(1)
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    child.kill('SIGINT')
    const started = Date.now()
    expect((await slow).status).toBe(200)
    expect(await ended).toBe(0)
    expect(Date.now() - started).toBeLessThan(10_000)
  })
})
