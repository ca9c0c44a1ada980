import { beforeEach, describe, expect, test } from 'vitest'

import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { relink } from '#server/kayit/relink.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { listShares } from '#server/share/operations.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { share } from '#tests/support/rows/share.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'

const db = await testDatabase()
const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const VELI = { musteri_adi_soyadi: 'Veli Kaya', musteri_tel: '0533 765 43 21' }

let ctx: UserCtx
let id: number
let token: string
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  ;({ id } = await save(ctx, { info: AYSE }))
  ;({ token } = await share(ctx, { kayit_id: id }))
})

const status = async (of = token) => (await visitPage(publicApp(db), of)).status

describe('the link of a record ends', () => {
  test('when its customer is corrected to another person', async () => {
    const before = await customerOf(ctx, id)
    await save(ctx, { id, info: VELI })
    expect(await status()).toBe(404)
    expect((await listShares(ctx, { kind: 'record', id })).links).toEqual([])
    // The only record of the customer describes it, so the row stayed.
    expect(await customerOf(ctx, id)).toBe(before)
  })

  test('when it moves to another customer, by its texts or by hand', async () => {
    // A second record keeps the customer.
    await save(ctx, { info: AYSE })
    const veli = await save(ctx, { info: { ...VELI, plaka: '34 VEL 34' } })
    await save(ctx, { id, info: VELI })
    expect(await customerOf(ctx, id)).toBe(await customerOf(ctx, veli.id))
    expect(await status()).toBe(404)
    const { token: second } = await share(ctx, { kayit_id: id })
    await relink(ctx, 'customer', { kayit_id: id })
    expect(await status(second)).toBe(404)
  })

  test('when it is a sent quote, too', async () => {
    const info = { ...AYSE, plaka: '34 TEK 34' }
    const quote = await save(ctx, { stage: 'quote', info, islemler: [item('Balata', 1_500)] })
    const { token: sent } = await share(ctx, { kayit_id: quote.id })
    await save(ctx, { id: quote.id, info: VELI })
    expect(await status(sent)).toBe(404)
  })
})

describe('the link of a record stays open', () => {
  test('when its customer’s name or phone is corrected', async () => {
    await save(ctx, { id, info: { musteri_adi_soyadi: 'Ayşe Işıklı' } })
    await save(ctx, { id, info: { musteri_tel: '0532 123 45 68' } })
    await save(ctx, { id, info: { plaka: '34 ABC 124' } })
    expect(await status()).toBe(200)
  })

  test('when its customer is merged and separated, because the record keeps its person', async () => {
    const other = await save(ctx, { info: { ...VELI, plaka: '34 VEL 34' } })
    const [customer, into] = [await customerOf(ctx, id), await customerOf(ctx, other.id)]
    await mergeLinked(ctx, 'customer', { id: customer, into })
    await separateLinked(ctx, 'customer', { id: customer })
    expect(await status()).toBe(200)
  })
})
