import { describe, expect, test } from 'vitest'
import * as fc from '#tests/support/setup/fast-check.ts'

import { CAR_SIDES, type Mark, OUTLINE, placeAt, pointOf } from '#shared/intake/outline.ts'
import { DEFAULT_TERMS, markWords, MAX_TERMS, strokePath } from '#shared/intake/rules.ts'
import { deliveryInput, intakeInput } from '#shared/intake/schema.ts'

const place = fc.record({
  side: fc.constantFrom(...CAR_SIDES),
  x: fc.integer({ min: 0, max: 1_000 }),
  y: fc.integer({ min: 0, max: 1_000 }),
})

describe('the outline of a car', () => {
  test('finds each point again', () => {
    fc.assert(
      fc.property(place, (mark) => {
        const at = pointOf(mark)
        expect(at.x).toBeGreaterThanOrEqual(0)
        expect(at.x).toBeLessThanOrEqual(OUTLINE.width)
        expect(at.y).toBeGreaterThanOrEqual(0)
        expect(at.y).toBeLessThanOrEqual(OUTLINE.height)
        const found = placeAt(at)
        expect(found).toEqual({ ...mark, x: expect.closeTo(mark.x, 0), y: expect.closeTo(mark.y, 0) })
      }),
    )
  })

  test('has no side beside the car', () => {
    expect(placeAt({ x: 5, y: 5 })).toBeNull()
  })

  test.each([
    [{ side: 'left', x: 400, y: 500, kind: 'scratch' }, 'Çizik, sol ön kapı'],
    [{ side: 'right', x: 900, y: 500, kind: 'dent' }, 'Göçük, sağ arka çamurluk'],
    [{ side: 'front', x: 500, y: 900, kind: 'break' }, 'Kırık, ön tampon'],
    [{ side: 'rear', x: 500, y: 100, kind: 'break' }, 'Kırık, arka cam'],
    [{ side: 'top', x: 600, y: 500, kind: 'dent' }, 'Göçük, tavan'],
  ] satisfies [Mark, string][])('names the place of %j', (mark, words) => {
    expect(markWords(mark)).toBe(words)
  })
})

test('a stroke of one point is a dot', () => {
  expect(strokePath([5, 6])).toBe('M5 6L5 6')
  expect(strokePath([0, 0, 10, 20], 0.5)).toBe('M0 0L5 10')
})

test('the usual terms are within the limit of terms', () => {
  expect(DEFAULT_TERMS.length).toBeLessThan(MAX_TERMS)
})

const intake = {
  kayit_id: 1,
  car_kind: 'car',
  km: '126.870',
  fuel: 8,
  belongings: '',
  marks: [],
  promised_day: null,
  promised_minute: null,
  terms: '',
  signer: 'Ali',
}
const refusal = (input: object) => intakeInput.safeParse({ ...intake, ...input }).error?.issues[0]?.message
const mark = { side: 'top', x: 1, y: 1, kind: 'dent' }
const marks = (count: number) => Array.from({ length: count }, () => mark)
const dots = (count: number) => Array.from({ length: count }, () => [1, 1])

describe('an intake', () => {
  test('reads kilometres with dots', () => {
    expect(intakeInput.parse(intake).km).toBe(126_870)
  })

  test.each([
    ['fuel beyond the tank', { fuel: 9 }, 'Yakıt 0 ile 8 arasında olmalıdır.'],
    ['more than 60 marks', { marks: marks(61) }, 'En fazla 60 hasar işaretlenebilir.'],
    ['a mark beside the car', { marks: [{ ...mark, x: 1_001 }] }, 'Gönderilen bilgiler geçersiz.'],
    ['long belongings', { belongings: 'x'.repeat(501) }, 'Araçtaki eşya en fazla 500 karakter olabilir.'],
    ['a time without a day', { promised_minute: 60 }, 'Saat için önce günü seçin.'],
    ['more than 100 strokes', { signature: dots(101) }, 'İmza çok uzun. Temizleyip daha kısa atın.'],
    [
      'more than 2,000 points',
      { signature: [Array(4_002).fill(1)] },
      'İmza çok uzun. Temizleyip daha kısa atın.',
    ],
    ['half a point', { signature: [[1, 2, 3]] }, 'Gönderilen bilgiler geçersiz.'],
    ['a point below the pad', { signature: [[1, 401]] }, 'Gönderilen bilgiler geçersiz.'],
    ['an empty signature', { signature: [] }, 'Gönderilen bilgiler geçersiz.'],
    ['a signature without a name', { signature: dots(1), signer: ' ' }, 'İmzalayanın adını yazın.'],
  ])('refuses %s', (_, input, message) => {
    expect(refusal(input)).toBe(message)
  })

  test('takes the largest signature and 60 marks', () => {
    expect(refusal({ signature: dots(100), marks: marks(60) })).toBeUndefined()
    expect(refusal({ signature: [Array(4_000).fill(1)] })).toBeUndefined()
  })
})

test('a delivery refuses a signature without a name', () => {
  const input = { kayit_id: 1, km: null, signer: '', parts: '', signature: dots(1) }
  expect(deliveryInput.safeParse(input).error?.issues[0]?.message).toBe('İmzalayanın adını yazın.')
})
