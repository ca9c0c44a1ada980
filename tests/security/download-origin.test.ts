import { describe, expect, test } from 'vitest'

import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { FILES } from '#tests/support/security/rights-tables.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const { user, ids } = await buildShop(db, { auth: AUTH_ADMIN, word: 'Kanarya' })
const all = { ...ids, member: (await buildMember(db, user)).id }
const cookie = `session_id=${await startSession(db, user)}`
const host = 'localhost'

// A form is drawn elsewhere; the other files are tables of text.
const pdf = { renderForm: () => Promise.resolve(new Uint8Array([1])) } as unknown as PdfService

/** Returns the response to a request for a file, and the lines of the log. */
async function fetchFile(name: string, headers: Record<string, string>) {
  const backups = backupsOf([1])
  const { log, lines } = recordingLog('warn')
  const query = name === 'backup' ? `name=${backups.stored()[0]?.name ?? ''}` : FILES[name]?.[1](all)
  const app = requests(testApp(db, { backups, log, pdf }))
  return { ...(await app.get(`/oto-servis/api/${name}?${query}`, headers)), lines }
}

const reads = async () => (await changesIn(db, user.id)).filter(({ verb }) => verb === 'read').length

/** A read of a file with many records is recorded, and an export takes one of the shop's two places. */
describe.each(Object.keys(FILES))('the file %s', (name) => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost', host },
    { origin: 'https://baska.ornek.test', host },
    { origin: 'null', host },
  ])('is refused to another site: %j', async (from) => {
    const before = await reads()
    const { status, body, lines } = await fetchFile(name, { cookie, ...from })
    expect(status).toBe(403)
    expect(body['message']).toBe('Bu istek başka bir siteden geldiği için reddedildi.')
    expect(await reads()).toBe(before)
    expect(lines).toMatchObject([{ event: 'access refused', reason: 'cross-site request' }])
  })

  test.each([
    { 'sec-fetch-site': 'same-origin' },
    // The request comes from the address bar, a bookmark or a new tab.
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost', host },
    // The request is a link in a browser that sends neither header.
    {},
  ])('is sent to our page and to the address bar: %j', async (from) => {
    const before = await reads()
    expect((await fetchFile(name, { cookie, ...from })).status).toBe(200)
    // The forms of one record are no reading in bulk.
    expect(await reads()).toBe(before + (name.startsWith('form/') ? 0 : 1))
  })
})

test('a program with a Session-Id header may download', async () => {
  const session = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
  const from = { 'sec-fetch-site': 'cross-site' }
  expect((await fetchFile('export/kayit', { ...session, ...from })).status).toBe(200)
})
