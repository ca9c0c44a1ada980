import { beforeEach, describe, expect, test } from 'vitest'

import { eraseCustomer } from '#server/personal-data/erase.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { getKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { jsonOf } from '#tests/support/documents/export.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { APPROVED, type Form, quote, QUOTED, sendAnswer } from '#tests/support/rows/quote.ts'
import { share } from '#tests/support/rows/share.ts'
import { arrive, quoteAgain } from '#tests/support/rows/stages.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

let ctx: UserCtx
let kayit_id: number
let token: string
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  kayit_id = await quote(ctx)
  ;({ token } = await share(ctx, { kayit_id }))
})

const SOME: Form = { ...APPROVED, is: ['0', '2'], tutar: '360000' }
const answer = (form: Form = SOME) => sendAnswer(publicApp(db), token, form)
const stored = () => getKayit(ctx, { kayit_id })
const namesOf = ({ islemler }: { islemler: { islem_adi: string }[] }) =>
  islemler.map((item) => item.islem_adi)
const [pads, labour, balance] = QUOTED.islemler.map(({ islem_adi }) => islem_adi)

describe('a quote that becomes a visit', () => {
  test('takes the approved lines; the others are in the record’s history', async () => {
    await answer()
    const visit = await arrive(ctx, { id: kayit_id })
    expect(namesOf(visit)).toEqual([pads, balance])
    expect(namesOf(await stored())).toEqual([pads, balance])
    const { verb, detail } = (await changesIn(db, ctx.actor.shop)).at(-1) ?? {}
    expect(verb).toBe('arrive')
    expect(JSON.parse(detail ?? '')).toMatchObject({ items: { removed: [{ islem_adi: labour }] } })
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
  })

  test('takes them also from its form, with the changes of other fields', async () => {
    await answer()
    const { islemler } = await stored()
    const sent = islemler.map((item, index) => ({ ...item, key: `satir-${index}` }))
    const visit = await arrive(ctx, { id: kayit_id, info: { km_bilgisi: 81_000 }, islemler: sent })
    expect(visit.islemler.map(({ key }) => key)).toEqual(['satir-0', 'satir-2'])
    expect(visit.kayit.km_bilgisi).toBe(81_000)
  })

  test('returns the same when it is repeated with its key', async () => {
    await answer()
    const { islemler } = await stored()
    const sent = islemler.map((item, index) => ({ ...item, key: `satir-${index}` }))
    const body = { id: kayit_id, info: {}, islemler: sent, key: 'cevir-0000-0001' }
    const first = await arrive(ctx, body)
    const { islemler: again } = await arrive(ctx, body)
    expect(again).toEqual(first.islemler)
  })

  test('returns the same when it is repeated with its key after midnight', async () => {
    await answer()
    const body = { id: kayit_id, version: 1, info: {}, key: 'cevir-0000-0002' }
    const first = await arrive(ctx, body)
    const later = { ...ctx, now: new Date(ctx.now.getTime() + 86_400_000) }
    expect(await arrive(later, body)).toMatchObject({ version: first.version, kayit: first.kayit })
  })

  test('keeps the lines that its form adds or changes, and leaves out the unapproved ones', async () => {
    await answer()
    const { islemler } = await stored()
    const rot = { islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 1 }
    const sent = islemler.map((item, index) => (index === 2 ? { ...item, fiyat_kurus: 110_000 } : item))
    expect(namesOf(await arrive(ctx, { id: kayit_id, islemler: [...sent, rot] }))).toEqual([
      pads,
      balance,
      'Rot',
    ])
    kayit_id = await quote(ctx)
    ;({ token } = await share(ctx, { kayit_id }))
    await answer()
    const cheaper = (await stored()).islemler.map((item, index) =>
      index === 1 ? { ...item, fiyat_kurus: 50_000 } : item,
    )
    expect(namesOf(await arrive(ctx, { id: kayit_id, islemler: cheaper }))).toEqual([pads, labour, balance])
  })

  test.each([
    ['without an answer', undefined],
    ['after a refusal', { yanit: 'ret' }],
  ])('takes all lines %s', async (_, form) => {
    if (form !== undefined) await answer(form)
    expect(namesOf(await arrive(ctx, { id: kayit_id }))).toHaveLength(3)
  })

  test('takes all lines if its work changed after the approval, or was sent without ids', async () => {
    await answer()
    const islemler = QUOTED.islemler.map((item) => ({ ...item, fiyat_kurus: item.fiyat_kurus + 1 }))
    await save(ctx, { id: kayit_id, info: {}, islemler })
    expect(namesOf(await arrive(ctx, { id: kayit_id }))).toHaveLength(3)
    kayit_id = await quote(ctx)
    ;({ token } = await share(ctx, { kayit_id }))
    await answer()
    const added = [...QUOTED.islemler, { islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 1 }]
    expect(namesOf(await arrive(ctx, { id: kayit_id, islemler: added }))).toHaveLength(4)
  })

  test('takes all lines of a version that replaced the approved one', async () => {
    await answer()
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-01' })
    await share(ctx, { kayit_id })
    expect(namesOf(await arrive(ctx, { id: kayit_id }))).toHaveLength(3)
  })

  test('takes all lines if the stored text of the answer was altered', async () => {
    await answer()
    await db
      .updateTable('quote_answer')
      .set({ content: JSON.stringify({ lines: [] }) })
      .where('kayit_id', '=', kayit_id)
      .execute()
    expect(namesOf(await arrive(ctx, { id: kayit_id }))).toHaveLength(3)
  })

  test('keeps the discount of a quote that was approved as a whole', async () => {
    const discount = { islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: -20_000, kind: 'discount' as const }
    kayit_id = await quote(ctx, { islemler: [...QUOTED.islemler, discount] })
    ;({ token } = await share(ctx, { kayit_id }))
    await answer({ ...APPROVED, tutar: '400000' })
    const { islemler } = await arrive(ctx, { id: kayit_id })
    expect(islemler.at(-1)).toMatchObject({ kind: 'discount', fiyat_kurus: -20_000 })
    expect(islemler).toHaveLength(4)
  })
})

describe('a visit that becomes a quote again', () => {
  test('has all lines again in their order, and keeps its number and its approval', async () => {
    await answer()
    const { version } = await arrive(ctx, { id: kayit_id })
    const again = await quoteAgain(ctx, kayit_id, version)
    expect(namesOf(again)).toEqual([pads, labour, balance])
    expect(again.islemler.map(({ fiyat_kurus }) => fiyat_kurus)).toEqual([120_000, 60_000, 120_000])
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
    expect((await visitPage(publicApp(db), token)).text).toContain('Onayınız servise ulaştı')
    expect(namesOf(await arrive(ctx, { id: kayit_id }))).toEqual([pads, balance])
  })

  test('keeps its own lines if they changed in the visit', async () => {
    await answer()
    await arrive(ctx, { id: kayit_id })
    const { version } = await save(ctx, {
      id: kayit_id,
      info: {},
      islemler: [{ islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 1 }],
    })
    expect(namesOf(await quoteAgain(ctx, kayit_id, version))).toEqual(['Rot'])
  })
})

test('an erasure empties and a file has the answer to a quote that was given to another customer since', async () => {
  await answer()
  const customer_id = await customerOf(ctx, kayit_id)
  await save(ctx, { info: QUOTED.info })
  const other = {
    musteri_adi_soyadi: 'Bora Kaya',
    musteri_tel: '',
    tc_vergino: '',
    plaka: '06 BK 1',
    sasi_no: '',
  }
  await save(ctx, { id: kayit_id, info: other })
  expect(await customerOf(ctx, kayit_id)).not.toBe(customer_id)
  const file = await jsonOf(await personalDataBook(ctx, { id: customer_id, format: 'JSON' }))
  expect(JSON.parse(file)).toMatchObject({ answers: [{ kayit_id, name: 'Ayşe Yılmaz' }] })
  await eraseCustomer(ctx, { id: customer_id, reason: 'request' })
  const row = await db
    .selectFrom('quote_answer')
    .where('kayit_id', '=', kayit_id)
    .selectAll()
    .executeTakeFirst()
  expect(row).toMatchObject({ verdict: 'approved', name: '', address: '', user_agent: '', content: null })
  expect((await visitPage(publicApp(db), token)).status).toBe(404)
  expect((await stored()).kayit.musteri_adi_soyadi).toBe('Bora Kaya')
})

test('an erased customer leaves verdict and sums, and the quote becomes a visit with all lines', async () => {
  await answer()
  await eraseCustomer(ctx, { id: await customerOf(ctx, kayit_id), reason: 'request' })
  const row = await db
    .selectFrom('quote_answer')
    .where('kayit_id', '=', kayit_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    verdict: 'approved',
    total_kurus: 360_000,
    positions: '[0,2]',
    name: '',
    address: '',
    user_agent: '',
    content: null,
  })
  const visit = await arrive(ctx, { id: kayit_id, info: { musteri_adi_soyadi: 'Yeni', plaka: '34 ABC 9' } })
  expect(namesOf(visit)).toHaveLength(3)
})
