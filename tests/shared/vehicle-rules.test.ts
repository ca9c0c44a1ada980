import { describe, expect, test } from 'vitest'

import { pickVehicle, vehicleKeys } from '#shared/vehicle/rules.ts'

const VIN = 'WVWZZZ1JZ3W386752'
const OTHER_VIN = 'VF1RFB00X57123456'

const car = (id: number, plate: string, vin = '') => ({
  id,
  seen_day: '2026-01-01',
  ...vehicleKeys({ plate, vin }),
})
const pick = (cars: ReturnType<typeof car>[], plate: string, vin = '') =>
  pickVehicle(cars, vehicleKeys({ plate, vin }))?.id

describe('the car of a record', () => {
  test('is found by its plate, however it is written', () => {
    expect(pick([car(1, '34 ABC 123')], '34abc123')).toBe(1)
    expect(pick([car(1, '34 ABC 123')], '34 ABC 124')).toBe(undefined)
  })

  test('is found by its chassis number under another plate: cars change their plates', () => {
    expect(pick([car(1, '34 ABC 123', VIN)], '06 XYZ 7', VIN)).toBe(1)
  })

  test('is not the one that had its plate before: plates change hands', () => {
    expect(pick([car(1, '34 ABC 123', VIN)], '34 ABC 123', OTHER_VIN)).toBe(undefined)
    expect(pick([car(1, '34 ABC 123', VIN), car(2, '34 ABC 123', OTHER_VIN)], '34 ABC 123', OTHER_VIN)).toBe(
      2,
    )
  })

  test('is the last one that had the plate, where no chassis number decides', () => {
    const latest = { ...car(1, '34 ABC 123', VIN), seen_day: '2026-03-01' }
    expect(pick([latest, car(2, '34 ABC 123', OTHER_VIN)], '34 ABC 123')).toBe(1)
    const sameDay = [car(1, '34 ABC 123'), car(2, '34 ABC 123')]
    expect(pick(sameDay, '34 ABC 123')).toBe(2)
  })

  test('gets its chassis number, or only its end, later', () => {
    expect(pick([car(1, '34 ABC 123')], '34 ABC 123', VIN)).toBe(1)
    expect(pick([car(1, '34 ABC 123', VIN)], '34 ABC 123', '386752')).toBe(1)
    expect(pick([car(1, '34 ABC 123', VIN)], '34 ABC 123', '386753')).toBe(undefined)
  })

  test('is not found by an old, short chassis number under another plate', () => {
    expect(pick([car(1, '34 ABC 123', '12345')], '06 XYZ 7', '12345')).toBe(undefined)
    expect(pick([car(1, '34 ABC 123', '12345')], '', '12345')).toBe(1)
    expect(pick([car(1, '', '12345')], '06 XYZ 7', '12345')).toBe(1)
  })

  test('cars without a plate or without a chassis number are not one car', () => {
    expect(pick([car(1, '', VIN)], '', OTHER_VIN)).toBe(undefined)
    expect(pick([car(1, '34 ABC 123')], '06 XYZ 7')).toBe(undefined)
  })
})
