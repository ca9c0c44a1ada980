import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { portOf } from '#server/platform/http/server.ts'
import { start } from '#server/commands/start/start.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, testDatabaseTarget } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { collectedLog } from '#tests/support/panel/log.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'

const DATABASE_URL = databaseUrl(await testDatabaseTarget())

const figures = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** Returns the status for a caller who names this host. */
async function statusFor(port: number, host: string): Promise<number | undefined> {
  const request = get({ port, host: '127.0.0.1', path: '/metrics', headers: { host } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
/** Returns the value of a line, or undefined if there is none. */
const valueOf = (text: string, line: string) =>
  text
    .split('\n')
    .find((one) => one.startsWith(`${line} `))
    ?.slice(line.length + 1)

test('requests are counted by route and status, without names and tokens', async () => {
  const METRICS_PORT = await freePort()
  const dataDir = temporaryFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const env = { PORT: '0', DATA_DIR: dataDir, METRICS_PORT: String(METRICS_PORT) }
  const panel = await start(readConfig(env), { log: collectedLog() })
  onTestFinished(() => panel.stop())
  const user = await buildUser(panel.maintenance, { username: 'canli-kanarya' })
  const token = await startSession(panel.maintenance, user, { now: new Date(), remember: true })
  const headers = { cookie: `session_id=${token}` }
  for (const path of [
    'api/trpc/settings.get',
    'api/trpc/settings.get',
    'api/trpc/uydurma',
    'api/getKayit.php?id=x',
  ])
    await fetch(new URL(path, panel.address), { headers })
  const text = await figures(METRICS_PORT)
  const count = (labels: string) => valueOf(text, `oto_http_request_duration_seconds_count{${labels}}`)
  expect(count('route="settings.get",method="GET",status="200"')).toBe('2')
  expect(count('route="unknown",method="GET",status="404"')).toBe('1')
  expect(valueOf(text, 'oto_in_use{what="pool"}')).toBe('0')
  expect(valueOf(text, 'oto_waiting{what="documents"}')).toBe('0')
  expect(valueOf(text, 'oto_sessions')).toBe('1')
  expect(valueOf(text, 'oto_backup_age_seconds')).toBe('+Inf')
  expect(text).toContain('oto_nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toMatch(new RegExp(`canli-kanarya|${token}|uydurma`))
  expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/`)).status).toBe(404)
  expect(await statusFor(METRICS_PORT, `localhost:${METRICS_PORT}`)).toBe(200)
  expect(await statusFor(METRICS_PORT, `evil.test:${METRICS_PORT}`)).toBe(404)
  expect((await fetch(new URL('/metrics', panel.address))).status).toBe(404)
})

test('several processes are counted together', { timeout: 300_000 }, async () => {
  const METRICS_PORT = await freePort()
  const panel = launchMain({ WORKERS: '2', DATABASE_URL, METRICS_PORT: String(METRICS_PORT) })
  const address = await panel.ready()
  for (let count = 0; count < 12; count++)
    await fetch(new URL('api/trpc/auth.session', address), { headers: { connection: 'close' } })
  const text = await figures(METRICS_PORT)
  const labels = 'route="auth.session",method="GET",status="200"'
  expect(valueOf(text, `oto_http_request_duration_seconds_count{${labels}}`)).toBe('12')
  expect(text).not.toContain('oto_backup_age_seconds')
  panel.child.kill('SIGTERM')
  expect(await panel.ended).toBe(0)
})

test('a port that is in use ends the start with one line', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const panel = launchMain({ DATABASE_URL, METRICS_PORT: String(portOf(taken)) })
  expect(await panel.ended).toBe(1)
  expect(panel.output.err).toContain(
    `METRICS_PORT: ${portOf(taken)} numaralı port dinlenemiyor (EADDRINUSE).`,
  )
})
