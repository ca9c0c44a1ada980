import { describe, expect, test } from 'vitest'

import {
  intakeInputOf,
  intakeProblems,
  type IntakeValues,
  newIntake,
  snapshotOf,
} from '#client/features/kayit/intake/intake-values.ts'
import { deliveryProblems, newDelivery } from '#client/features/kayit/intake/delivery-values.ts'
import { intakeInput } from '#shared/intake/schema.ts'

const record = { km_bilgisi: 126_870, musteri_adi_soyadi: 'Ayşe Işık' }
const values: IntakeValues = newIntake({ handover: { terms: 'Şartlar' }, record }).values
const sent = (changed: Partial<IntakeValues>, hasPrices = true) =>
  intakeInputOf({ ...values, ...changed }, { kayit_id: 7, hasPrices })

describe('the form of an intake', () => {
  test('begins with the record’s kilometres and customer', () => {
    expect(values).toMatchObject({ km: '126870', signer: 'Ayşe Işık', terms: 'Şartlar', fuel: '' })
    expect(intakeProblems(values)).toEqual([])
  })

  test('sends numbers, kuruş and minutes', () => {
    const marks = [{ side: 'top' as const, x: 1, y: 2, kind: 'dent' as const }]
    const input = sent({
      fuel: '0',
      marks: JSON.stringify(marks),
      promised_day: '2026-11-30',
      promised_minute: '17:00',
      limit_kurus: '2.500',
      signature: '[[1,2]]',
    })
    expect(intakeInput.parse(input)).toMatchObject({
      km: 126_870,
      fuel: 0,
      marks,
      promised_minute: 1_020,
      limit_kurus: 250_000,
      signature: [[1, 2]],
    })
    expect(input).not.toHaveProperty('mark_kind')
    expect(intakeInput.parse(input).seen?.info).toMatchObject({ musteri_adi_soyadi: 'Ayşe Işık', plaka: '' })
  })

  test('sends no limit for a user without prices, and no signature that was not drawn', () => {
    expect(sent({ limit_kurus: '5' }, false)).not.toHaveProperty('limit_kurus')
    expect(sent({})).not.toHaveProperty('signature')
    expect(sent({})).not.toHaveProperty('seen')
  })

  test.each([
    ['promised_minute', { promised_day: '2026-11-30', promised_minute: 'akşam' }, /^Saat 00:00/],
    ['promised_day', { promised_minute: '12:00' }, /^Saat için önce günü/],
    ['limit_kurus', { limit_kurus: 'çok' }, /^Tutarı rakamla/],
    ['km', { km: 'bilinmiyor' }, /^Kilometre geçersiz/],
    ['signer', { signer: ' ', signature: '[[1,2]]' }, /^İmzalayanın adını/],
  ] satisfies [keyof IntakeValues, Partial<IntakeValues>, RegExp][])(
    'names the problem of %s',
    (name, changed, message) => {
      const [problem, ...others] = intakeProblems({ ...values, ...changed })
      expect(problem).toMatchObject({ names: [name], message: expect.stringMatching(message) })
      expect(others).toEqual([])
    },
  )

  test('shows a stored intake as it was typed', () => {
    const stored = {
      kayit_id: 7,
      version: 3,
      car_kind: 'van',
      km: 5,
      fuel: 8,
      belongings: 'x',
      marks: [],
      promised_day: null,
      promised_minute: 65,
      limit_kurus: 100,
      terms: 'Eski',
      signer: 'Ali',
      signature: [[1, 1]],
      signed_at: '2026-11-21T09:00:00.000Z',
      is_changed: false,
      actor_name: 'Usta',
      created_at: '2026-11-21T09:00:00.000Z',
    } as const
    const start = { handover: { terms: 'Yeni' }, record }
    const shown = snapshotOf({ ...stored, marks: [], signature: [[1, 1]] }, start)
    expect(shown.version).toBe(3)
    expect(shown.values).toMatchObject({
      car_kind: 'van',
      fuel: '8',
      promised_minute: '01:05',
      limit_kurus: '1,00',
      terms: 'Eski',
      signature: '',
    })
    expect(snapshotOf({ ...stored, marks: [], signature: null, signed_at: null }, start).values.terms).toBe(
      'Yeni',
    )
  })
})

test('a delivery begins with what the intake has, and needs a name for a signature', () => {
  const intake = { km: 9, signer: 'Ali' } as Parameters<typeof newDelivery>[0]['intake']
  expect(newDelivery({ intake, record, items: [] }).values).toMatchObject({ km: '9', signer: 'Ali' })
  const { values: start } = newDelivery({ intake: null, record, items: [] })
  expect(start).toMatchObject({ km: '126870', signer: 'Ayşe Işık' })
  expect(deliveryProblems(start)).toEqual([])
  expect(deliveryProblems({ ...start, signer: '', signature: '[[1,2]]' })).toMatchObject([
    { names: ['signer'] },
  ])
})
