import { statSync } from 'node:fs'

import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { listBackups, addPiece, beginUpload, cancelUpload, restoreBackup } from '#server/admin/backups.ts'
import { BackupRefusal } from '#server/platform/backup/refusal.ts'
import type { BackupService } from '#server/platform/backup/service.ts'
import { isUnused } from '#server/platform/backup/catalog.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupKind, pieceInput, restoreInput } from '#shared/admin/restore.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { restoring } from '#tests/support/clients/restore.ts'

const db = await testDatabase()
const administrator = await buildUser(db, { auth: AUTH_ADMIN })
const admin = userCtx(db, administrator)
const ADDRESS = '192.0.2.9'

/** Returns an administrator with backups, and the warnings of the log. */
function restorer(backups: BackupService = backupsOf([1])) {
  const warn = vi.fn<(...line: unknown[]) => void>()
  const log = Object.assign(Object.create(admin.log) as typeof admin.log, { warn })
  const client = { address: ADDRESS, userAgent: '' }
  return { ctx: { ...admin, backups, log, client }, backups, warn }
}
const nothing = () => {}
const named = (backups: BackupService) => ({ source: { name: backups.stored()[0]?.name ?? '' } })

// The order matters: until the last tests the database has only its administrator.
describe('in a new panel', () => {
  test('a restore is offered, with a note whether the panel has a passphrase', async () => {
    expect(await listBackups(restorer().ctx)).toMatchObject({ restorable: true, passphrase: false })
  })

  test('a price, a package or a logo is not replaced', async () => {
    const rows = {
      item_price: { name: 'Yağ', name_key: 'YAĞ', name_sort_key: 'yağ' },
      item_package: { name: 'Bakım', name_key: 'BAKIM', name_sort_key: 'bakım', items: '[]' },
      logo: { png: new Uint8Array([1]), width: 1, height: 1 },
    }
    for (const [table, row] of Object.entries(rows) as ['logo', (typeof rows)['logo']][]) {
      await db
        .insertInto(table)
        .values({ shop_id: administrator.id, ...row })
        .execute()
      expect([table, await isUnused(db)]).toEqual([table, false])
      await db.deleteFrom(table).execute()
      expect(await isUnused(db)).toBe(true)
    }
  })

  test('a file is uploaded, restored with its passphrase, logged, and removed', async () => {
    const { ctx, backups, warn } = restorer()
    const restore = vi.spyOn(backups.restores, 'restore')
    const { upload } = await beginUpload(ctx, { size: 5 })
    expect(await addPiece(ctx, { upload, at: 0 }, new TextEncoder().encode('yedek'))).toEqual({ received: 5 })
    const path = backups.restores.uploads.complete(upload) ?? ''
    const result = await restoreBackup(ctx, { source: { upload }, passphrase: 'parola' }, nothing)
    expect(result).toEqual({ created_at: TEST_NOW.toISOString(), users: 0, kayit: 7, expense: 0 })
    expect(restore).toHaveBeenCalledExactlyOnceWith({ path, passphrase: 'parola' }, nothing)
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
    const { id } = administrator
    const line = { event: 'backup restored', userId: id, shopId: id, address: ADDRESS }
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { ...line, requestId: undefined, createdAt: TEST_NOW.toISOString() },
      'security event',
    )
  })

  test('the password must have been typed lately to begin an upload and to restore what is there', async () => {
    const { ctx, backups } = restorer()
    const session = { ...ctx.actor.session, confirmedAt: null }
    const unasked = { ...ctx, actor: { ...ctx.actor, session } }
    const code = { code: 'UNCONFIRMED' }
    await expect(beginUpload(unasked, { size: 1 })).rejects.toMatchObject(code)
    await expect(restoreBackup(unasked, named(backups), nothing)).rejects.toMatchObject(code)
  })

  test('one of the backups beside the data is restored, and stays', async () => {
    const { ctx, backups } = restorer()
    expect(await restoreBackup(ctx, named(backups), nothing)).toMatchObject({ kayit: 7 })
    expect(backups.pathOf(named(backups).source.name)).toBeDefined()
  })

  test('the reason of a refusal is shown and logged, and the uploaded file is removed', async () => {
    const { ctx, backups, warn } = restorer()
    vi.spyOn(backups.restores, 'restore').mockRejectedValue(new BackupRefusal('Yedek bozuk ya da eksik.'))
    const { upload } = await beginUpload(ctx, { size: 1 })
    await addPiece(ctx, { upload, at: 0 }, new Uint8Array(1))
    await expect(restoreBackup(ctx, { source: { upload } }, nothing)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Yedek bozuk ya da eksik.',
    })
    expect(backups.restores.uploads.complete(upload)).toBeUndefined()
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'backup not restored', userId: administrator.id, address: ADDRESS }),
      'security event',
    )
  })

  test('a missing or incomplete backup is not restored', async () => {
    const { ctx } = restorer()
    const { upload } = await beginUpload(ctx, { size: 2 })
    const refused = (source: { upload: string } | { name: string }) =>
      expect(restoreBackup(ctx, { source }, nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await refused({ upload })
    await refused({ name: '../../etc/passwd' })
    await cancelUpload(ctx, { upload })
    await expect(addPiece(ctx, { upload, at: 0 }, new Uint8Array(1))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a restore over HTTP has pieces, progress and a result; a bug is neutral to the user and in the log', async () => {
    const { backups } = restorer()
    const app = testApp(db, { backups })
    const cookie = `session_id=${await startSession(db, administrator)}`
    const page = restoring({
      send: async (path, init) => app.request(path, init),
      headers: async () => ({ cookie, 'sec-fetch-site': 'same-origin' }),
    })
    const upload = await page.upload(new Uint8Array(2_500_000))
    expect(await page.restore({ upload })).toMatchObject({ status: 200, result: { kayit: 7 } })
    expect(await page.restore({ upload })).toEqual({
      status: 404,
      refusal: 'Yüklenen dosya bulunamadı. Lütfen yeniden yükleyin.',
    })
    const { upload: other = '' } = (await page.begin(9)).data
    expect(await page.piece(other, 0, new Uint8Array(2_100_000))).toMatchObject({ status: 413 })
    expect(await page.cancel(other)).toMatchObject({ status: 200 })
    expect(await page.restore({ path: '/etc/passwd' })).toMatchObject({ status: 400 })
    vi.spyOn(backups.restores, 'restore').mockRejectedValue(new TypeError('at line 7'))
    expect((await page.restore(named(backups).source)).refusal).toBe(
      'Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin.',
    )
  })

  test('every transport refuses at once while a restore is running', async () => {
    const backups = backupsOf([1])
    const { get } = requests(testApp(db, { backups }))
    const cookie = `session_id=${await startSession(db, administrator)}`
    const paths = [
      '/oto-servis/api/trpc/admin.backups',
      '/oto-servis/api/trpc/auth.session',
      '/api/getKayitlar.php',
      '/oto-servis/api/backup?name=x',
    ]
    // After the first request the server expects the session's actor.
    expect((await get(paths[0] ?? '', { cookie })).status).toBe(200)
    vi.spyOn(backups.restores, 'isRunning').mockReturnValue(true)
    for (const path of paths) {
      const reply = await get(path, { cookie })
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(reply.text).toContain('Yedek geri yükleniyor; birkaç dakika sonra tekrar deneyin.')
    }
    expect((await get('/healthz')).status).toBe(200)
  })
})

test('a database of another server is not restored here', async () => {
  await expect(beginUpload(admin, { size: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const input = { source: { name: 'x' } }
  await expect(restoreBackup(admin, input, nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  [[0x1f, 0x8b, 0x08], 'plain'],
  [[...new TextEncoder().encode('age-encryption.org/v1\n-> scrypt')], 'encrypted'],
  [[...new TextEncoder().encode('age-encryption')], null],
  [[0x50, 0x4b, 3, 4], null],
  [[], null],
])('what a file is, by its first bytes: %j', (head, kind) => {
  expect(backupKind(new Uint8Array(head))).toBe(kind)
})

test('only what was given out is read from an address or a body', () => {
  const upload = `${'a'.repeat(32)}-5`
  expect(z.parse(pieceInput, { upload, at: '5' })).toEqual({ upload, at: 5 })
  for (const wrong of [{ upload: '../x', at: '0' }, { upload, at: '-1' }, { upload, at: '1e9' }, { upload }])
    expect(z.safeParse(pieceInput, wrong).success).toBe(false)
  for (const source of [{ upload: 'x' }, { upload, name: 'x' }, {}, 'x'])
    expect(z.safeParse(restoreInput, { source }).success).toBe(false)
})

// From here on the database has records.
test('only administrators restore', async () => {
  const staff = { ...userCtx(db, await buildUser(db)), backups: backupsOf([1]) }
  const upload = `${'a'.repeat(32)}-5`
  const all = [
    () => beginUpload(staff, { size: 1 }),
    () => addPiece(staff, { upload, at: 0 }, new Uint8Array(1)),
    () => cancelUpload(staff, { upload }),
    () => restoreBackup(staff, { source: { upload } }, nothing),
  ]
  for (const call of all) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a panel with records is not restored, and the list says so', async () => {
  const { ctx, backups } = restorer()
  const restore = vi.spyOn(backups.restores, 'restore')
  expect(await listBackups(ctx)).toMatchObject({ restorable: false })
  await expect(beginUpload(ctx, { size: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(restoreBackup(ctx, named(backups), nothing)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Bu panelde kayıtlar ya da birden çok kullanıcı var; yedek bunların üzerine geri yüklenmez.',
  })
  expect(restore).not.toHaveBeenCalled()
})
