import { beforeAll, describe, expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { type Caller, callerOf, changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const info = { musteri_adi_soyadi: 'Ali Usta', plaka: '34 ABC 12', giris_tarihi: '2026-11-03' }
const item = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }

let owner: TestUser
let shop: Caller
let administration: Caller
let kayit_id: number

beforeAll(async () => {
  owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  shop = callerOf(ctx)
  administration = callerOf(userCtx(db, await buildUser(db, { auth: AUTH_ADMIN })))
  kayit_id = (await save(ctx, { info, islemler: [item] })).id
})

const rowsOf = (shopId: number) => changesIn(db, shopId)

describe('the rows of the change log', () => {
  test('the old paths record the same, as their channel', async () => {
    const client = legacyClient(testApp(db), db, owner)
    const before = (await rowsOf(owner.id)).length
    const { body } = await client.post('submitKayit.php', {
      info,
      islemler: [{ islem_adi: 'Yağ', islem_fiyat: 10 }],
    })
    const id = Number(Reflect.get(Object(body), 'id'))
    await client.post('submitKayit.php', {
      info: { ...info, id },
      islemler: [{ islem_adi: 'Yağ', islem_fiyat: 10 }],
    })
    await client.post('deleteKayit.php', { kayit_id: id })
    const rows = (await rowsOf(owner.id)).slice(before)
    expect(rows.map(({ verb, channel, target_id }) => ({ verb, channel, target_id }))).toEqual(
      ['create', 'delete'].map((verb) => ({ verb, channel: 'legacy', target_id: id })),
    )
  })

  test('no password and no token is in the log', async () => {
    const member = await buildUser(db)
    await administration.admin.saveUser({ id: member.id, new_password: 'Gizli-Sözcük-4821' })
    const { token } = await administration.admin.makeResetLink({ id: member.id })
    const text = JSON.stringify(await rowsOf(member.id))
    expect(text).toContain('reset-link')
    expect(text).not.toContain('4821')
    expect(text).not.toContain(token)
    expect(text).not.toContain('$argon2')
  })

  test('a refused call is not recorded', async () => {
    const before = await rowsOf(owner.id)
    await expect(shop.kayit.save({ id: kayit_id, version: 99, info })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(shop.kayit.delete({ kayit_id: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(shop.expense.save({ title: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await rowsOf(owner.id)).toEqual(before)
  })

  test('a repeated save is recorded once, and one that changes nothing not at all', async () => {
    const before = (await rowsOf(owner.id)).length
    const sent = { info, islemler: [item], key: 'tekrar-0001' }
    const { kayit } = await shop.kayit.save(sent)
    await shop.kayit.save(sent)
    await shop.kayit.save({ id: kayit.id, info })
    await startSession(db, owner)
    expect((await rowsOf(owner.id)).slice(before).map(({ verb }) => verb)).toEqual(['create'])
  })
})
