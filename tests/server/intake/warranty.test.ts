import { createHash } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { mergeLinked } from '#server/directory/merge.ts'
import { warrantiesOf } from '#server/history/warranty.ts'
import { formDocument } from '#server/intake/document.ts'
import { getHandover } from '#server/intake/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { CarForm } from '#server/platform/documents/car-form.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { messages } from '#shared/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, STROKES } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const pads = { islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 100_000 }
const discount = { islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: -100, kind: 'discount' as const }
const SIX = { warranty_months: 6, warranty_km: '10.000' }

let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  kayit_id = (await save(ctx, { islemler: [pads, discount] })).id
})

const carOf = async (id = kayit_id) =>
  (await db.selectFrom('kayit').where('id', '=', id).select('vehicle_id').executeTakeFirstOrThrow())
    .vehicle_id ?? 0
const stored = async () => (await getHandover(ctx, { kayit_id })).delivery

/** Returns what the form of the delivery prints. */
async function printed(): Promise<CarForm> {
  const forms: CarForm[] = []
  const pdf = {
    renderForm: (form: CarForm) => {
      forms.push(form)
      return Promise.resolve(new Uint8Array())
    },
  } as unknown as UserCtx['pdf']
  await formDocument({ ...ctx, pdf }, { id: kayit_id, kind: 'delivery' })
  const [form] = forms
  if (form === undefined) throw new Error('a form is printed')
  return form
}

describe('a warranty', () => {
  test('is that of the delivered work, found at its car', async () => {
    expect(await giveBack(ctx, { kayit_id, isSigned: true, ...SIX })).toMatchObject({
      warranty_months: 6,
      warranty_km: 10_000,
    })
    const warranty = {
      kayit_id,
      day: '2026-11-21',
      km: 126_900,
      warranty_months: 6,
      warranty_km: 10_000,
      works: ['Fren balatası'],
    }
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([warranty])
    const other = await save(ctx, { info: { plaka: '06 BK 1' } })
    await mergeLinked(ctx, 'vehicle', { id: await carOf(), into: await carOf(other.id) })
    expect(await warrantiesOf(ctx, { id: await carOf(other.id) })).toEqual([warranty])
  })

  test('stays when a delivery is sent without it, and goes when it is emptied', async () => {
    await giveBack(ctx, { kayit_id, ...SIX })
    await giveBack(ctx, { kayit_id, version: 1, parts: 'Verildi' })
    expect(await stored()).toMatchObject({ warranty_months: 6, warranty_km: 10_000 })
    await giveBack(ctx, { kayit_id, version: 2, warranty_months: '', warranty_km: null })
    expect(await stored()).toMatchObject({ warranty_months: null, warranty_km: null })
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([])
  })

  test('of a cancelled or deleted visit is none', async () => {
    await giveBack(ctx, { kayit_id, ...SIX })
    await save(ctx, { info: {}, islemler: [] })
    await save(ctx, { id: kayit_id, info: { durum: 'İptal' } })
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([])
    await save(ctx, { id: kayit_id, info: { durum: 'Devam Ediyor' } })
    expect(await warrantiesOf(ctx, { id: await carOf() })).toHaveLength(1)
    await deleteKayit(ctx, { kayit_id })
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([])
  })

  test('of single works differs from the rest, and stays when the work is renamed', async () => {
    const battery = { islem_adi: 'Akü', islem_adet: 1, fiyat_kurus: 5_000 }
    const oil = { islem_adi: 'Müşterinin yağı', islem_adet: 1, fiyat_kurus: 0 }
    await save(ctx, { id: kayit_id, info: {}, islemler: [battery, pads, oil] })
    const item_warranties = [
      { islem_adi: 'akü', warranty_months: '24', warranty_km: '' },
      { islem_adi: 'Müşterinin yağı', warranty_months: '', warranty_km: '' },
    ]
    const own = await giveBack(ctx, { kayit_id, isSigned: true, ...SIX, item_warranties })
    expect(own.item_warranties[0]).toEqual({ islem_adi: 'akü', warranty_months: 24, warranty_km: null })
    const given = { kayit_id, day: '2026-11-21', km: 126_900 }
    const rest = { ...given, warranty_months: 6, warranty_km: 10_000, works: ['Fren balatası'] }
    const long = { ...given, warranty_months: 24, warranty_km: null, works: ['Akü'] }
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([long, rest])
    expect(await printed()).toMatchObject({
      isChanged: false,
      lines: [{ warranty: '24 ay' }, { warranty: '6 ay ya da 10.000 km' }, { warranty: 'yok' }],
      warranty: '',
    })
    await giveBack(ctx, { kayit_id, version: 1, parts: 'Verildi' })
    await save(ctx, { id: kayit_id, info: {}, islemler: [{ ...battery, islem_adi: '72 Ah akü' }] })
    expect(await warrantiesOf(ctx, { id: await carOf() })).toEqual([
      { ...rest, works: ['72 Ah akü'] },
      { ...long, works: ['akü'] },
    ])
    expect(await printed()).toMatchObject({
      isChanged: true,
      warranty: 'akü: 24 ay; Müşterinin yağı: garanti yok',
    })
    await giveBack(ctx, { kayit_id, version: 2, item_warranties: [] })
    expect(await stored()).toMatchObject({ item_warranties: [] })
  })

  test('has limits, and is unknown for another shop', async () => {
    const give = (terms: object) =>
      outcomeOf(async () => giveBack(ctx, { kayit_id, ...terms }).then(() => ''))
    expect(await give({ warranty_months: 121 })).toBe(intakeMessages.monthsInvalid)
    expect(await give({ warranty_km: 0 })).toBe(intakeMessages.warrantyKmInvalid)
    const one = { islem_adi: 'Akü', warranty_months: '24', warranty_km: '' }
    const long = { ...one, warranty_months: '121' }
    expect(await give({ item_warranties: [one, long] })).toBe(intakeMessages.monthsInvalid)
    const many = Array.from({ length: 61 }, () => one)
    expect(await give({ item_warranties: many })).toBe(intakeMessages.tooManyWarranties)
    const other = userCtx(db, await buildUser(db))
    const id = await carOf()
    expect(await outcomeOf(() => warrantiesOf(other, { id }))).toBe(messages.vehicleNotFound)
  })
})

describe('the signature of a delivery', () => {
  test('covers the warranty, which its form prints', async () => {
    await giveBack(ctx, { kayit_id, isSigned: true, ...SIX })
    expect(await stored()).toMatchObject({ is_changed: false })
    expect(await printed()).toMatchObject({ warranty: '6 ay ya da 10.000 km', isChanged: false })
    await giveBack(ctx, { kayit_id, version: 1, warranty_months: 3 })
    expect(await stored()).toMatchObject({ is_changed: true })
  })

  test.each([
    ['there were warranties', [1], []],
    ['single works had one', [2], [null, null]],
  ])('from before %s stays valid until something changes', async (_, [edition], terms) => {
    await giveBack(ctx, { kayit_id, isSigned: true })
    const record = ['Ayşe Işık', '', '34 ABC 123', '', '', '', null, '', null]
    const items = [pads, discount].map((one) => [one.islem_adi, one.islem_adet, one.fiyat_kurus])
    const form = [126_900, 'Tümü verildi', ...terms, 'Gülşah Yeşilırmak']
    const signed = [edition, 'delivery', record, form, items, JSON.stringify(STROKES)]
    const signed_hash = createHash('sha256').update(JSON.stringify(signed)).digest()
    await db.updateTable('delivery').set({ signed_hash }).where('kayit_id', '=', kayit_id).execute()
    expect(await stored()).toMatchObject({ is_changed: false })
    await giveBack(ctx, { kayit_id, version: 1, ...SIX })
    expect(await stored()).toMatchObject({ is_changed: true })
  })
})
