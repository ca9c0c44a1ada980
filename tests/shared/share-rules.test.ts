import { describe, expect, test } from 'vitest'

import { firstName, sharePath, whatsAppAddress } from '#shared/share/rules.ts'

describe('the address that opens WhatsApp', () => {
  test.each([
    ['0532 123 45 67', '905321234567'],
    ['+90 (532) 123 45 67', '905321234567'],
    ['00905321234567', '905321234567'],
    ['532 123 45 67', '905321234567'],
    ['+49 151 23456789', '4915123456789'],
  ])('names the chat of %s in international form', (phone, chat) => {
    expect(whatsAppAddress(phone, 'x')).toBe(`https://wa.me/${chat}?text=x`)
  })

  test.each(['', '0224 123 45 67', '444 12 34', '0532 123 45 67 / 0533 765 43 21', 'yok', '<b>'])(
    'leaves the chat to the user for %j',
    (phone) => {
      expect(whatsAppAddress(phone, 'x')).toBe('https://wa.me/?text=x')
    },
  )

  test('encodes the text', () => {
    expect(whatsAppAddress('', 'Işık & Oğlu: 34 ABC 123?\nhttps://ornek.test/#a')).toBe(
      'https://wa.me/?text=I%C5%9F%C4%B1k%20%26%20O%C4%9Flu%3A%2034%20ABC%20123%3F%0Ahttps%3A%2F%2Fornek.test%2F%23a',
    )
  })
})

test.each([
  ['Elvan Kırçıl', 'Elvan'],
  ['  Ali\tVeli', 'Ali'],
  ['Ayşe', 'Ayşe'],
  ['Ayşe-Nur Işık', 'Ayşe-Nur'],
  ['N’Golo Kanté', 'N’Golo'],
  ['Işık, Ayşe Nur', 'Ayşe'],
  ['Işık,Ayşe', 'Ayşe'],
  ['Ayşe.Işık', 'Ayşe'],
  ['Ayşe/Işık', 'Ayşe'],
  ['Ayşe_Işık', 'Ayşe'],
  ['Ayşe\u200BIşık', 'Ayşe'],
  ['Ayşe\u2060Işık', 'Ayşe'],
  ['Ayşe05321234567 Işık', 'Ayşe'],
  ['05321234567', ''],
  ['محمد علي', 'محمد'],
  ['', ''],
])('a public page names only the first name of %j: %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test('a link stands below the path of public pages', () => {
  expect(sharePath('abc')).toBe('/oto-servis/p/abc')
})
