import { describe, expect, test } from 'vitest'

import { customerKeys, isSameCustomer, pickCustomer } from '#shared/customer/rules.ts'

const PHONE = '0532 123 45 67'
const TC = '10000000146'

const keys = (name: string, phone = '', tax_no = '') => customerKeys({ name, phone, tax_no })
const customer = (id: number, ...facts: Parameters<typeof keys>) => ({ id, ...keys(...facts) })

describe('the customer of a record', () => {
  test('is found by phone and name, however they are written', () => {
    expect(pickCustomer([customer(1, 'Ayşe Işık', PHONE)], keys('AYŞE IŞIK', '+90 532 1234567'))?.id).toBe(1)
  })

  test('two names with one phone are two customers', () => {
    expect(pickCustomer([customer(1, 'Ayşe Işık', PHONE)], keys('Ali Işık', PHONE))).toBe(undefined)
  })

  test('is found by a valid tax number under another name and phone', () => {
    const known = [customer(1, 'Işık Oto', PHONE, TC)]
    expect(pickCustomer(known, keys('Işık Otomotiv Ltd.', '0212 111 22 33', '100 0000 0146'))?.id).toBe(1)
    expect(pickCustomer([customer(1, 'Işık Oto', PHONE, '123')], keys('Başka', '', '123'))).toBe(undefined)
  })

  test('is not the one with another tax number', () => {
    expect(pickCustomer([customer(1, 'Ayşe', PHONE, TC)], keys('Ayşe', PHONE, '12345678950'))).toBe(undefined)
  })

  test('no customer is found without a phone', () => {
    expect(pickCustomer([customer(1, 'Ayşe')], keys('Ayşe'))).toBe(undefined)
  })
})

test.each([
  { last: keys('Ayşe', PHONE), now: keys('AYŞE'), same: true },
  { last: keys('Ayşe'), now: keys('Ayşe', PHONE), same: true },
  { last: keys('Ayşe', PHONE), now: keys('Ayşe', '0533 000 00 00'), same: false },
  { last: keys('Ayşe', PHONE), now: keys('Ali'), same: false },
  { last: keys('Ayşe', '', TC), now: keys('Ayşe', '', '12345678950'), same: false },
])("whether the car's last customer has come again: $same", ({ last, now, same }) => {
  expect(isSameCustomer(last, now)).toBe(same)
})
