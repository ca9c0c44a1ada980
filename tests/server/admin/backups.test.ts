import { expect, test, vi } from 'vitest'

import { backUpNow, listBackups, readBackup } from '#server/admin/backups.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const admin = userCtx(db, await buildUser(db, { auth: 3 }))
const staff = userCtx(db, await buildUser(db))

test('the backups are listed with what an administrator needs to know', async () => {
  expect(await listBackups({ ...admin, backups: backupsOf([1, 30]) })).toMatchObject({
    automatic: true,
    late: false,
    running: false,
    items: [
      { kind: 'otomatik', bytes: 1_000, encrypted: false },
      { kind: 'otomatik', bytes: 1_000, encrypted: false },
    ],
  })
})

test.each([
  ['none yet', [], false],
  ['47 hours', [47], false],
  ['49 hours', [49], true],
  ['a new one beside old ones', [2, 49, 490], false],
])('two days after the newest they are late: %s', async (_name, hours, late) => {
  expect(await listBackups({ ...admin, backups: backupsOf(hours) })).toMatchObject({ late })
})

test('a backup is made at once, and a failure shows its reason', async () => {
  const backups = backupsOf([50])
  const make = vi.spyOn(backups, 'make')
  expect((await backUpNow({ ...admin, backups })).items).toHaveLength(2)
  expect(make).toHaveBeenCalledExactlyOnceWith('elle')
  make.mockRejectedValueOnce(new StartupError('/veri/yedek yazılamadı (diskte yer kalmadı).'))
  await expect(backUpNow({ ...admin, backups })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Yedek alınamadı. Neden: diskte yer kalmadı.',
  })
})

test('a database of another server has no backups here', async () => {
  expect(await listBackups(admin)).toMatchObject({ automatic: false, restorable: false, items: [] })
  await expect(backUpNow(admin)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(readBackup(admin, { name: 'x' })).rejects.toThrow('yedeğini o sunucu alır')
})

test('only administrators see, make and read backups', async () => {
  const ctx = { ...staff, backups: backupsOf([1]) }
  await expect(listBackups(ctx)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(backUpNow(ctx)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { get } = requests(testApp(db, { backups: ctx.backups }))
  const path = `/oto-servis/api/backup?name=${backupsOf([1]).stored()[0]?.name ?? ''}`
  const headersOf = async (user: { id: number }) => ({ cookie: `session_id=${await startSession(db, user)}` })
  expect((await get(path)).status).toBe(401)
  expect((await get(path, await headersOf({ id: staff.actor.user }))).status).toBe(403)
  const reply = await get(path, await headersOf({ id: admin.actor.user }))
  expect(reply.status).toBe(200)
  expect(reply.text).toBe('yedek')
  expect(reply.headers.get('content-disposition')).toContain('attachment; filename="')
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test.each(['../../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'yok.tar.gz', ''])(
  'only a stored backup is read, not %j',
  async (name) => {
    const { get } = requests(testApp(db, { backups: backupsOf([1]) }))
    const cookie = `session_id=${await startSession(db, { id: admin.actor.user })}`
    const reply = await get(`/oto-servis/api/backup?name=${name}`, { cookie })
    expect(reply.status).toBe(404)
    expect(reply.body['message']).toBe('Yedek bulunamadı.')
  },
)
