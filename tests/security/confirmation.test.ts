import { beforeAll, describe, expect, test } from 'vitest'

import { appRouter } from '#server/transports/rpc/app-router.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { type Ids, PROCEDURES } from '#tests/support/security/rights-tables.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const app = testApp(db)

/** Procedures that the old paths reach too; those cannot ask for the password (decision 26). */
const OF_SCRIPTS = ['admin.saveUser', 'admin.deleteUser']

const kinds = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
const mutations = Object.keys(PROCEDURES).filter(
  (path) => kinds[path]?._def.type === 'mutation' && !path.startsWith('auth.'),
)

let admin: TestUser
let own: Ids
let theirs: Ids

beforeAll(async () => {
  const shop = async (auth: number) => {
    const { user, ids } = await buildShop(db, { auth, word: 'Kanarya' })
    return { user, ids: { ...ids, member: (await buildMember(db, user)).id } }
  }
  const [mine, other] = [await shop(AUTH_ADMIN), await shop(0)]
  ;[admin, own, theirs] = [mine.user, mine.ids, other.ids]
})

/** Returns the headers of a new session: of the page without a typed password, or of login.php a moment ago. */
async function headersOf(kind: 'web' | 'legacy'): Promise<Record<string, string>> {
  const token = await startSession(db, admin, { kind })
  if (kind === 'legacy') return { 'session-id': token }
  await db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', admin.id).execute()
  return { cookie: `session_id=${token}`, 'sec-fetch-site': 'same-origin' }
}

/** Returns the code of the refusal, or `undefined`. */
async function refusalOf(path: string, kind: 'web' | 'legacy'): Promise<unknown> {
  const input = PROCEDURES[path]?.[1](path.startsWith('admin.') ? theirs : own)
  const { body } = await requests(app).post(`${TRPC}/${path}`, input, await headersOf(kind))
  const error = body['error'] as { json: { data: { code: string } } } | undefined
  return error?.json.data.code
}

async function asking(kind: 'web' | 'legacy'): Promise<string[]> {
  const asked: string[] = []
  for (const path of mutations)
    if ((await refusalOf(path, kind)) === 'PRECONDITION_REQUIRED') asked.push(path)
  return asked.sort()
}

describe('a call that asks for the password again', () => {
  test('is refused to a session of login.php, except changes of users by its paths', async () => {
    const ofPage = await asking('web')
    expect(ofPage).toMatchInlineSnapshot(`
      [
        "admin.backUp",
        "admin.beginUpload",
        "admin.changeLicenses",
        "admin.deleteUser",
        "admin.endSessions",
        "admin.endShopSessions",
        "admin.eraseMember",
        "admin.eraseShop",
        "admin.makeResetLink",
        "admin.openShop",
        "admin.saveUser",
        "admin.suspendShop",
        "admin.switchOffFactor",
        "appointment.makeCalendar",
        "personalData.erase",
        "personalData.saveRetention",
        "settings.activateFactor",
        "settings.addPasskey",
        "settings.beginFactor",
        "settings.beginPasskey",
        "settings.endReported",
        "settings.removePasskey",
        "settings.renewCodes",
        "settings.reportLogins",
        "settings.requireConfirmed",
        "settings.switchOffFactor",
        "staff.close",
        "staff.endSessions",
        "staff.makeResetLink",
        "staff.restore",
        "staff.save",
      ]
    `)
    const ofScripts = await asking('legacy')
    expect(ofPage.filter((path) => !ofScripts.includes(path))).toEqual(OF_SCRIPTS.toSorted())
  })

  test('cannot be confirmed in a session of login.php', async () => {
    const headers = await headersOf('legacy')
    const { post } = requests(app)
    const typed = await post(`${TRPC}/settings.confirmPassword`, { password: admin.password }, headers)
    expect(typed.status).toBe(403)
    expect((await post(`${TRPC}/settings.beginFactor`, undefined, headers)).status).toBe(428)
  })

  test('is refused to a session of login.php for stored backups too', async () => {
    const backups = backupsOf([1])
    const { get, post } = requests(testApp(db, { backups }))
    const headers = await headersOf('legacy')
    const name = backups.stored()[0]?.name ?? ''
    const refusal = { status: 403, body: { message: 'Bu işlem için parolanızı yeniden girin.' } }
    expect(await get(`/oto-servis/api/backup?name=${name}`, headers)).toMatchObject(refusal)
    const restore = { source: { name } }
    expect(await post('/oto-servis/api/backup/restore', restore, headers)).toMatchObject(refusal)
  })
})
