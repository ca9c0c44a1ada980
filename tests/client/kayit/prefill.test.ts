import { describe, expect, test } from 'vitest'

import { suggestCar, suggestCustomer } from '#client/features/kayit/form/field-suggestions.ts'
import {
  prefillCar,
  prefillCustomer,
  restorePreviousCustomer,
  clearPreviousCustomer,
  undoPrefill,
} from '#client/features/kayit/form/apply-prefill.ts'
import { isSameName, prefilledIds } from '#client/features/kayit/form/prefill.ts'
import {
  kayitDraftSettings,
  KAYIT_RULES,
  type KayitValues,
  newKayit,
  saveInput,
} from '#client/features/kayit/form/values.ts'
import { changedFields } from '#client/forms/merge.ts'
import type { CustomerMatch } from '#shared/customer/schema.ts'
import { kayitInput } from '#shared/kayit/schema.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

const GOLF = {
  id: 7,
  plate: '34 ABC 123',
  vin: 'WVWZZZ1JZ3W386752',
  make: 'VW',
  model: 'Golf',
  model_year: 2003,
  engine_no: '',
}
const EGEA = { ...GOLF, id: 8, plate: '06 XYZ 7', vin: '', make: 'Fiat', model: 'Egea', model_year: null }
const AYSE = { id: 5, name: 'Ayşe Işık', phone: '05321234567', tax_no: '' }
const ALI = { id: 6, name: 'Ali Su', phone: '0 (533) 765 43 21', tax_no: '10000000146' }
const last = { kayit_id: 3, day: '2026-03-05', km: 80_000 }
const CAR: VehicleMatch = { ...GOLF, customer: AYSE, last, open_kayit_id: null }
const customer = (who: typeof AYSE, cars: CustomerMatch['cars']): CustomerMatch => ({
  ...who,
  last_day: '2026-03-05',
  cars,
})

const EMPTY = newKayit('2026-11-22').values
const typed = (texts: Partial<KayitValues>): KayitValues => ({ ...EMPTY, ...texts })
/** Returns the fields that differ from an empty form, without the note about the prefilled ids. */
const shown = (values: KayitValues) =>
  Object.fromEntries(changedFields(KAYIT_RULES, { base: EMPTY, values }).map((name) => [name, values[name]]))
const idsOf = (values: KayitValues) => prefilledIds(values.prefill, values)

const GOLF_TEXTS = {
  plaka: '34 ABC 123',
  sasi_no: 'WVWZZZ1JZ3W386752',
  arac_marka: 'VW',
  arac_model: 'Golf',
  model_yili: '2003',
}
const AYSE_TEXTS = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0 (532) 123 45 67' }
const BOTH = { vehicle_id: 7, customer_id: 5 }

describe('a car', () => {
  test('fills the empty fields with what is known of it and its last customer', () => {
    const values = prefillCar(typed({ plaka: '34abc123', arac_model: 'Golf Plus' }), CAR)
    expect(shown(values)).toEqual({
      ...GOLF_TEXTS,
      ...AYSE_TEXTS,
      plaka: '34abc123',
      arac_model: 'Golf Plus',
    })
    expect(idsOf(values)).toEqual(BOTH)
  })

  test('replaces the beginning that led to it', () => {
    expect(prefillCar(typed({ plaka: '34a' }), CAR, 'plaka').plaka).toBe('34 ABC 123')
    expect(prefillCar(typed({ plaka: '35', sasi_no: 'wvw' }), CAR, 'sasi_no')).toMatchObject({
      plaka: '35',
      sasi_no: 'WVWZZZ1JZ3W386752',
    })
  })

  test('brings nothing of its last customer where another one is typed', () => {
    const values = prefillCar(typed({ plaka: '34abc123', musteri_adi_soyadi: 'Ali Su' }), CAR)
    expect(values).toMatchObject({ musteri_adi_soyadi: 'Ali Su', musteri_tel: '', arac_marka: 'VW' })
    expect(idsOf(values)).toEqual({ vehicle_id: 7 })
    const namesake = prefillCustomer(EMPTY, customer({ ...AYSE, id: 9 }, []), 'musteri_adi_soyadi')
    expect(idsOf(prefillCar({ ...namesake, plaka: '34abc123' }, CAR))).toEqual({
      vehicle_id: 7,
      customer_id: 9,
    })
    const same = prefillCar(typed({ plaka: '34abc123', musteri_adi_soyadi: 'AYŞE' }), CAR)
    expect(idsOf(same)).toEqual(BOTH)
  })

  test('replaces the texts of a car with a mistyped plate', () => {
    const wrong = prefillCar(typed({ plaka: '06xyz7' }), { ...CAR, ...EGEA, customer: ALI })
    const values = prefillCar({ ...wrong, plaka: '34abc123' }, CAR)
    expect(shown(values)).toEqual({ ...GOLF_TEXTS, ...AYSE_TEXTS, plaka: '34abc123' })
    expect(idsOf(values)).toEqual(BOTH)
  })

  test('goes again where it was not changed since, and leaves what stood there before', () => {
    const values = prefillCar(typed({ plaka: '34a', private_note: 'not' }), CAR, 'plaka')
    const undone = undoPrefill({ ...values, musteri_tel: '0535 000 11 22' })
    expect(shown(undone)).toEqual({ plaka: '34a', private_note: 'not', musteri_tel: '0535 000 11 22' })
    expect(idsOf(undone)).toEqual({})
  })
})

describe('a customer', () => {
  test('comes with their only car while none is typed', () => {
    const values = prefillCustomer(
      typed({ musteri_adi_soyadi: 'ay' }),
      customer(AYSE, [GOLF]),
      'musteri_adi_soyadi',
    )
    expect(shown(values)).toEqual({ ...GOLF_TEXTS, ...AYSE_TEXTS })
    expect(idsOf(values)).toEqual(BOTH)
    expect(shown(undoPrefill(values))).toEqual({ musteri_adi_soyadi: 'ay' })
  })

  test.each([
    ['two cars', customer(AYSE, [GOLF, EGEA]), {}],
    ['no car', customer(AYSE, []), {}],
    ['a typed plate', customer(AYSE, [GOLF]), { plaka: '35 K 1' }],
    ['a typed chassis number', customer(AYSE, [GOLF]), { sasi_no: 'VF1' }],
  ])('comes alone with %s', (_name, match, texts) => {
    const values = prefillCustomer(typed({ ...texts, musteri_tel: '0532' }), match, 'musteri_tel')
    expect(shown(values)).toEqual({ ...texts, ...AYSE_TEXTS })
    expect(idsOf(values)).toEqual({ customer_id: 5 })
  })

  test('has the chosen name, and keeps a phone that was typed', () => {
    const before = typed({ musteri_adi_soyadi: 'ış', musteri_tel: '0535 000 11 22' })
    const values = prefillCustomer(before, customer(AYSE, []), 'musteri_adi_soyadi')
    expect(shown(values)).toEqual({ musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0535 000 11 22' })
    expect(idsOf(values)).toEqual({ customer_id: 5 })
  })

  test('replaces another one and their car, but no car that was typed', () => {
    const first = prefillCustomer(EMPTY, customer(AYSE, [GOLF]), 'musteri_adi_soyadi')
    const second = prefillCustomer(first, customer(ALI, [EGEA]), 'musteri_adi_soyadi')
    expect(shown(second)).toEqual({
      plaka: '06 XYZ 7',
      arac_marka: 'Fiat',
      arac_model: 'Egea',
      musteri_adi_soyadi: 'Ali Su',
      musteri_tel: ALI.phone,
      tc_vergino: ALI.tax_no,
    })
    expect(idsOf(second)).toEqual({ vehicle_id: 8, customer_id: 6 })
    const known = prefillCar(typed({ plaka: '34abc123' }), CAR)
    const sold = prefillCustomer(known, customer(ALI, [EGEA]), 'musteri_adi_soyadi')
    expect(sold).toMatchObject({ plaka: '34abc123', arac_marka: 'VW', musteri_tel: ALI.phone })
    expect(idsOf(sold)).toEqual({ vehicle_id: 7, customer_id: 6 })
  })
})

describe('the ids that a save sends', () => {
  const values = prefillCar(EMPTY, CAR)

  test.each<[string, Partial<KayitValues>, object]>([
    ['nothing changed', {}, BOTH],
    ['a corrected phone', { musteri_tel: '0535 000 11 22' }, BOTH],
    ['a completed name', { musteri_adi_soyadi: 'Ayse Isik Su' }, BOTH],
    ['a plate written otherwise', { plaka: '34abc123' }, BOTH],
    ['another plate, which must not rename the car', { plaka: '06 XYZ 7' }, { customer_id: 5 }],
    ['the end of its chassis number', { sasi_no: '3w386752' }, BOTH],
    ['another chassis number', { sasi_no: 'VF1RFB00X57123456' }, { customer_id: 5 }],
    ['another customer', { musteri_adi_soyadi: 'Ali Işık' }, { vehicle_id: 7 }],
  ])('with %s', (_name, texts, ids) => {
    expect(idsOf({ ...values, ...texts })).toEqual(ids)
  })

  test('keep the customer unless another tax number is typed', () => {
    const ali = prefillCustomer(EMPTY, customer(ALI, []), 'musteri_adi_soyadi')
    expect(idsOf({ ...ali, tc_vergino: '100 000 001 46' })).toEqual({ customer_id: 6 })
    expect(idsOf({ ...ali, tc_vergino: '' })).toEqual({ customer_id: 6 })
    expect(idsOf({ ...ali, tc_vergino: '1234567890' })).toEqual({})
  })

  test('are valid input, and none is sent without a prefill', () => {
    const target = { id: 0, key: 'anahtar-1' }
    expect(kayitInput.parse(saveInput(values, target))).toMatchObject(BOTH)
    expect(Object.keys(kayitInput.parse(saveInput(EMPTY, target)))).not.toContain('vehicle_id')
  })

  test('a draft of an older version has no prefill', () => {
    expect(kayitDraftSettings(1, 0).defaults.prefill).toEqual(EMPTY.prefill)
  })
})

test.each([
  ['Ayşe Işık', 'AYŞE IŞIK', true],
  ['Ayşe Işık', 'ayse', true],
  ['Işık', 'Ayşe Işık', true],
  ['Ayşe Işık', 'Ali Işık', false],
  ['Ayşe', 'Ali', false],
])('%j and %j are one name: %j', (one, other, expected) => {
  expect(isSameName(one, other)).toBe(expected)
})

test('an offer says whose car it is, and which cars a customer has', () => {
  expect(suggestCar(CAR)).toEqual({
    key: '7',
    title: '34 ABC 123',
    text: 'Ayşe Işık · VW Golf',
    day: '05.03.2026',
  })
  expect(suggestCar({ ...CAR, plate: '' }).title).toBe('WVWZZZ1JZ3W386752')
  const { text, ...offer } = suggestCustomer(customer({ ...AYSE, phone: '0532 123 45 67' }, [GOLF, EGEA]))
  expect(text).toBe('0532\u00A0123\u00A045\u00A067 · 34\u00A0ABC\u00A0123, 06\u00A0XYZ\u00A07')
  expect(offer).toEqual({
    key: '5',
    title: 'Ayşe Işık',
    day: '05.03.2026',
  })
})

describe('a name of another customer, typed over a prefilled one', () => {
  const values = prefillCar(typed({ plaka: '34 ABC 123' }), { ...CAR, customer: ALI })
  const named = (musteri_adi_soyadi: string, texts: Partial<KayitValues> = {}) =>
    clearPreviousCustomer({ ...values, ...texts, musteri_adi_soyadi })

  test('takes phone and identity number of the previous one with it, and the id is not sent', () => {
    const left = named('Yeni Alıcı')
    expect(left?.values).toMatchObject({ musteri_adi_soyadi: 'Yeni Alıcı', musteri_tel: '', tc_vergino: '' })
    expect(left?.previousCustomer).toEqual({
      id: ALI.id,
      name: 'Ali Su',
      texts: { musteri_tel: ALI.phone, tc_vergino: ALI.tax_no },
    })
    expect(left && prefilledIds(left.values.prefill, left.values)).toEqual({ vehicle_id: CAR.id })
  })

  test('leaves what was typed since', () => {
    expect(named('Yeni Alıcı', { musteri_tel: '0 (535) 000 11 22' })?.values).toMatchObject({
      musteri_tel: '0 (535) 000 11 22',
      tc_vergino: '',
    })
    expect(named('Yeni Alıcı', { musteri_tel: '1', tc_vergino: '2' })).toBe(null)
  })

  test.each(['Ali Su', 'ALİ SU', 'Ali', 'Ali Can Su', ''])('not where it is the same name: %j', (name) => {
    expect(named(name)).toBe(null)
  })

  test('nothing was prefilled', () => {
    const own = typed({ musteri_adi_soyadi: 'Ali', musteri_tel: '1', tc_vergino: '2' })
    expect(clearPreviousCustomer(own)).toBe(null)
  })

  test('can be the same one under a corrected name: everything comes back, with the id', () => {
    const left = named('Alim Suv')
    if (left === null) throw new Error('nothing went')
    const back = restorePreviousCustomer(left.values, left.previousCustomer)
    expect(back).toMatchObject({
      musteri_adi_soyadi: 'Alim Suv',
      musteri_tel: ALI.phone,
      tc_vergino: ALI.tax_no,
    })
    expect(prefilledIds(back.prefill, back)).toEqual({ vehicle_id: CAR.id, customer_id: ALI.id })
    expect(clearPreviousCustomer(back)).toBe(null)
    expect(
      restorePreviousCustomer({ ...left.values, musteri_tel: '1' }, left.previousCustomer).musteri_tel,
    ).toBe('1')
  })
})
