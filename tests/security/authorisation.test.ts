import { TRPCClientError } from '@trpc/client'
import { describe, expect, test, vi } from 'vitest'

import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { PUBLIC_PROCEDURES } from '#tests/support/security/public-procedures.ts'

const db = await testDatabase()

const procedures = Object.keys(appRouter._def.procedures).sort((a, b) => (a < b ? -1 : 1))
const closed = procedures.filter((path) => !PUBLIC_PROCEDURES.includes(path))

/** Calls a procedure by its path without an input, because authorisation is checked before the input. */
async function call(caller: unknown, path: string): Promise<string> {
  const procedure = path.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), caller)
  try {
    await (procedure as (input?: unknown) => Promise<unknown>)()
    return 'OK'
  } catch (error) {
    return error instanceof TRPCClientError ? String(Reflect.get(error, 'code')) : String(error)
  }
}

describe('authorisation of the procedures', () => {
  test('every procedure is listed in this test', () => {
    const routers = Map.groupBy(procedures, (path) => path.split('.')[0])
    const lines = [...routers.values()].map((paths) => paths.join(' '))
    expect(lines).toMatchInlineSnapshot(`
      [
        "admin.backUp admin.backups admin.beginUpload admin.cancelUpload admin.changeLicenses admin.deleteFeedback admin.deleteUser admin.endSessions admin.endShopSessions admin.eraseMember admin.eraseShop admin.feedbacks admin.makeResetLink admin.openShop admin.saveUser admin.shop admin.shops admin.suspendShop admin.switchOffFactor admin.user admin.userFactor admin.users",
        "appointment.calendar appointment.endCalendar appointment.list appointment.makeCalendar appointment.saveHours",
        "auth.acceptConsent auth.beginPasskey auth.beginPasskeyStep auth.cancelConsent auth.cancelStep auth.completeSetUp auth.enterCode auth.enterPasskey auth.login auth.logout auth.passkey auth.resetLink auth.resetPassword auth.session auth.setUp",
        "change.list change.of change.trash",
        "customer.get customer.list customer.lookup customer.merge customer.relink customer.separate customer.visits",
        "expense.categories expense.delete expense.endRepetition expense.get expense.list expense.repetitions expense.restore expense.save expense.saveCategories expense.skip expense.storeDue expense.titles expense.vat",
        "feedback.add feedback.support",
        "intake.deliver intake.get intake.save intake.saveTerms",
        "item.deletePackage item.deletePrice item.packages item.price item.prices item.restorePackage item.restorePrice item.savePackage item.savePrice item.suggest",
        "kayit.addExtra kayit.askExtra kayit.becomeQuote kayit.becomeVisit kayit.counts kayit.delete kayit.get kayit.list kayit.restore kayit.save kayit.setStatus kayit.unpriced",
        "payment.account payment.assign payment.debts payment.month payment.of payment.reverse payment.saveOpening payment.saveStart payment.settle payment.start payment.take payment.takeOnAccount payment.today",
        "personalData.erase personalData.erasures personalData.request personalData.requests personalData.retention personalData.saveRequest personalData.saveRetention personalData.stored",
        "reminder.list reminder.of reminder.opened reminder.remove reminder.save reminder.setSold",
        "search.find",
        "settings.activateFactor settings.addPasskey settings.beginFactor settings.beginPasskey settings.changePassword settings.confirmPassword settings.consentText settings.consents settings.dismissLogins settings.endReported settings.endSession settings.factor settings.get settings.messageTexts settings.newLogins settings.passkeys settings.removePasskey settings.renamePasskey settings.renewCodes settings.reportLogins settings.requireConfirmed settings.saveMessageTexts settings.savePreferences settings.sessions settings.switchOffFactor settings.update",
        "share.create share.list share.mail share.news share.quote share.revoke",
        "staff.close staff.endSessions staff.get staff.list staff.makeResetLink staff.restore staff.save",
        "stats.get stats.period",
        "till.close till.day till.open",
        "vehicle.earlier vehicle.get vehicle.list vehicle.lookup vehicle.merge vehicle.relink vehicle.separate vehicle.visits vehicle.warranty",
      ]
    `)
    expect(PUBLIC_PROCEDURES.every((path) => procedures.includes(path))).toBe(true)
  })

  test.each(closed)('anonymous callers cannot call %s', async (path) => {
    expect(await call(pageClient(db, null), path)).toBe('UNAUTHORIZED')
  })

  test('staff cannot call any procedure of admin', async () => {
    const staff = pageClient(db, await buildUser(db))
    const answers = await Promise.all(
      procedures.filter((path) => path.startsWith('admin.')).map((path) => call(staff, path)),
    )
    expect(answers.filter((code) => code !== 'FORBIDDEN')).toEqual([])
  })
})

/** Legacy paths that an anonymous caller may call; every other one needs a session. */
const OPEN_PATHS = ['login.php']

describe('authorisation of the old paths', () => {
  const app = testApp(db)
  const methods = ['GET', 'POST'] as const

  test('every path is listed in this test', () => {
    expect(Object.keys(legacyPaths)).toMatchInlineSnapshot(`
      [
        "login.php",
        "getSession.php",
        "getKayitlar.php",
        "getKayit.php",
        "submitKayit.php",
        "deleteKayit.php",
        "createPdf.php",
        "createPdf2.php",
        "getStats.php",
        "expenses.php",
        "expenseUpsert.php",
        "expenseDelete.php",
        "settings.php",
        "settingsUpdate.php",
        "uploadLogo.php",
        "logo",
        "changePassword.php",
        "addFeedback.php",
        "admin/users.php",
        "admin/user_upsert.php",
        "admin/user_delete.php",
        "admin/feedbacks.php",
        "admin/feedback_delete.php",
      ]
    `)
  })

  test.each(Object.keys(legacyPaths))('%s accepts one method and refuses anonymous callers', async (path) => {
    const answers = await Promise.all(methods.map((method) => requests(app).call(path, { method })))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual(OPEN_PATHS.includes(path) ? [200, 405] : [401, 405])
  })

  test('staff cannot call any path below admin/', async () => {
    const client = legacyClient(app, db, await buildUser(db))
    const paths = Object.keys(legacyPaths).filter((path) => path.startsWith('admin/'))
    const answers = await Promise.all(
      paths.flatMap((path) => methods.map(async (method) => client.call(path, { method }))),
    )
    expect(answers.filter(({ status }) => status !== 403 && status !== 405)).toEqual([])
  })
})

/** Paths outside the procedures that only administrators may use. */
const ADMIN_PATHS = ['GET /backup?name=x', 'POST /backup/piece?upload=x&at=0', 'POST /backup/restore']

describe('authorisation of the paths of backups', () => {
  const page = { 'sec-fetch-site': 'same-origin' }
  const paths = ADMIN_PATHS.map((line) => line.split(' ') as [string, string])
  const admin = { auth: AUTH_ADMIN }

  /** Returns the status, and whether the server read the body. */
  async function answer([method, path]: [string, string], headers: Record<string, string>) {
    const read = vi.fn<() => void>()
    const body = new ReadableStream({ pull: read }, { highWaterMark: 0 })
    const init = method === 'POST' ? { method, headers, body, duplex: 'half' } : { method, headers }
    const app = testApp(db, { backups: backupsOf([1]) })
    const { status } = await app.request(`${BASE_PATH}/api${path}`, init)
    return { status, isRead: read.mock.calls.length > 0 }
  }
  const cookieOf = async (user: { auth?: number }) => ({
    ...page,
    cookie: `session_id=${await startSession(db, await buildUser(db, user))}`,
  })

  test.each(paths)(
    '%s %s: anonymous callers and staff are refused before the body is read',
    async (...path) => {
      expect(await answer(path, page)).toEqual({ status: 401, isRead: false })
      expect(await answer(path, await cookieOf({}))).toEqual({ status: 403, isRead: false })
    },
  )

  test.each(paths.slice(1))('%s %s: another site is refused', async (...path) => {
    const headers = { ...(await cookieOf(admin)), 'sec-fetch-site': 'cross-site' }
    expect(await answer(path, headers)).toEqual({ status: 403, isRead: false })
  })

  test.each(paths)('%s %s: has one method', async (method, path) => {
    const other = method === 'GET' ? 'POST' : 'GET'
    expect(await answer([other, path], await cookieOf(admin))).toMatchObject({ status: 405 })
  })
})
