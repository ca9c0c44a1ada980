import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createLogger } from '#server/platform/lib/logger.ts'
import { createToken } from '#server/auth/token.ts'
import setup from '#tests/support/setup/global-logs.ts'
import { leaksIn } from '#tests/support/setup/log-leaks.ts'

const line = (fields: object) => {
  let written = ''
  createLogger('info', null, { write: (text) => (written += text) }).info(fields, 'request')
  return written
}

test.each([
  ['a token', { path: `/api/createPdf.php?session_id=${createToken()}` }],
  ['an e-mail address', { to: 'usta@ornek.test' }],
  ['a plate', { plaka: '34 ABC 123' }],
  ['a plate', { search: '06YZ9876' }],
  ['a phone number', { q: '0532 123 45 67' }],
  ['a phone number', { q: '5321234567' }],
  ['a tax number', { tc_vergino: '10000000146' }],
  ['a chassis number', { sasi_no: 'WVWZZZ1JZXW000001' }],
  ['a customer', { err: new Error('no such customer: Ayşe Işık') }],
  ['a password', { body: '{"password":"Parola-1234"}' }],
])('%s in the log is found: %j', (what, fields) => {
  expect(leaksIn(line(fields))).toContain(what)
})

test('the panel’s lines of a request, a refusal and an error are no leak', () => {
  const requestId = '12345678-1234-4123-8123-123456789012'
  const request = {
    requestId,
    method: 'GET',
    path: '/oto-servis/api/trpc/kayit.list',
    status: 200,
    ms: 12345,
    userId: 7,
  }
  const refused = { reason: 'unknown user', usernameKey: 'unknown-0a1b2c3d', address: '192.0.2.1' }
  const failed = { requestId, err: Object.assign(new Error('no connection'), { code: '42P01' }) }
  // The page behind a link for a new password, and its script.
  const pages = ['/oto-servis/parola', '/oto-servis/assets/parola-JM38xmYJ.js'].map((path) => ({ path }))
  expect([request, refused, failed, ...pages].flatMap((fields) => leaksIn(line(fields)))).toEqual([])
})

test('a run whose log contains personal data fails at its end, and another does not', () => {
  let folder = ''
  const run = { name: 'example', provide: (_: string, value: unknown) => void (folder = String(value)) }
  const end = setup(run as Parameters<typeof setup>[0])
  writeFileSync(join(folder, 'one'), line({ status: 200 }))
  expect(end).not.toThrow()
  expect(existsSync(folder)).toBe(false)

  const endOfLeak = setup(run as Parameters<typeof setup>[0])
  writeFileSync(join(folder, 'one'), line({ status: 200 }))
  writeFileSync(join(folder, 'two'), line({ status: 200 }) + line({ name: 'Ayşe Işık' }))
  expect(endOfLeak).toThrow(/^The log contains\na customer: .+Ayşe Işık/)
})
