import { describe, expect, test } from 'vitest'

import { lookupKeyOf, describeMatch, exactMatch, kmNote } from '#client/features/kayit/form/known-car.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

const CAR: VehicleMatch = {
  id: 7,
  plate: '34 ABC 123',
  vin: 'WVWZZZ1JZ3W386752',
  make: 'VW',
  model: 'Golf',
  model_year: 2003,
  engine_no: '',
  customer: { id: 5, name: 'Ayşe Işık', phone: '0 (532) 123 45 67', tax_no: '' },
  last: { kayit_id: 3, day: '2026-03-05', km: 80_000 },
  open_kayit_id: null,
}

describe('the car that is looked up', () => {
  test.each([
    ['34 ab', '', ''],
    ['34abc123', '', '34ABC123'],
    ['', 'wvwzzz1jz3w386752', 'WVWZZZ1JZ3W386752'],
    ['34 ABC 123', 'WVW', '34ABC123'],
  ])('plate %j and chassis number %j ask for %j', (plaka, sasi_no, asked) => {
    expect(lookupKeyOf({ plaka, sasi_no })).toBe(asked)
  })

  test('is the one with exactly this plate or chassis number', () => {
    const longer = { ...CAR, id: 8, plate: '34 ABC 1234', vin: '' }
    expect(exactMatch([longer, CAR], '34ABC123')).toBe(CAR)
    expect(exactMatch([longer], '34ABC123')).toBe(undefined)
    expect(exactMatch([CAR], 'WVWZZZ1JZ3W386752')).toBe(CAR)
  })

  test('is described by customer, car and last visit', () => {
    expect(describeMatch(CAR)).toBe('Ayşe Işık · VW Golf · son geliş 05.03.2026, 80.000 km')
    expect(describeMatch({ ...CAR, owed_kurus: 185_000 })).toMatch(/80\.000 km · kalan ₺1\.850,00$/)
    expect(describeMatch({ ...CAR, make: '', model: '', last: { ...CAR.last, km: null } })).toBe(
      'Ayşe Işık · son geliş 05.03.2026',
    )
  })
})

test.each([
  ['79.999', 80_000, 'Daha önce 80.000 km idi.'],
  ['79 999 km', 80_000, 'Daha önce 80.000 km idi.'],
  ['80000', 80_000, ''],
  ['', 80_000, ''],
  ['bilinmiyor', 80_000, ''],
  ['5', null, ''],
])('the kilometres %j after %j: %j', (typed, last, note) => {
  expect(kmNote(typed, last)).toBe(note)
})
