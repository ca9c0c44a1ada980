import { describe, expect, test } from 'vitest'

import { appointmentText } from '#shared/appointment/text.ts'
import { isTurning } from '#shared/bidi.ts'
import { mailMessages } from '#shared/mail/rules.ts'
import { messageTextsInput } from '#shared/message/schema.ts'
import {
  MESSAGE_KINDS,
  messageParts,
  messageProblem,
  messageText,
  USUAL_TEXTS,
} from '#shared/message/texts.ts'
import { whatsAppAddress } from '#shared/share/rules.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

import { anyCodePoints } from './any-text.ts'

const LINK = 'https://panel.ornek.test/oto-servis/p/AAAAAAAAx7Kq-_x7Kq-_x7Kq-_x7Kq-_'
const VALUES = { ad: 'Ayşe Işık', plaka: '34 ABC 123', tarih: '21.11.2026', firma: 'Işık Oto' }
const filled = (text: string, values: Parameters<typeof messageParts>[2] = VALUES) =>
  messageParts('record', text, values).join(LINK)

describe('the usual message', () => {
  test.each([
    ['record', VALUES, 'Işık Oto: 34 ABC 123 plakalı aracınızın servis fişi\n'],
    ['record', {}, 'aracınızın servis fişi\n'],
    ['vehicle', { plaka: '34 ABC 123' }, '34 ABC 123 plakalı aracınızın servis geçmişi\n'],
    ['statement', VALUES, 'Işık Oto: 21.11.2026 tarihli hesap ekstreniz\n'],
    [
      'quote',
      VALUES,
      'Işık Oto: 34 ABC 123 plakalı aracınız için teklifimiz. Bağlantıda görüp onaylayabilirsiniz.\n',
    ],
  ] as const)('of a %s names what there is: %j', (kind, values, text) => {
    expect(messageParts(kind, '', values)).toEqual([text, ''])
  })

  test('has only words that its editor accepts', () => {
    for (const kind of MESSAGE_KINDS) expect(messageProblem(kind, USUAL_TEXTS[kind])).toBeNull()
  })

  test('of a debt has no link', () => {
    expect(messageText('reminder', '', { ad: 'Ayşe', tutar: '₺500,00', firma: 'Işık Oto' })).toBe(
      'Merhaba Ayşe, Işık Oto hesabınızda ₺500,00 bakiye görünüyor. Uygun olduğunuzda ödemenizi rica ederiz. İyi günler.',
    )
  })
})

describe('the message of an appointment', () => {
  const one = { plate: '34 ABC 123', customer: 'Ayşe', day: '2026-12-31', start: 570 }
  const sender = { company: 'Işık Oto', texts: { appointment: '', day_before: '' }, today: '2026-11-21' }

  test('confirms it, and reminds of one that is today or tomorrow, also across years', () => {
    const when = '31.12.2026 perşembe 09:30'
    const end = 'Gelemeyecekseniz lütfen haber verin.'
    const confirmation = `Işık Oto: 34 ABC 123 plakalı aracınız için randevunuz ${when} olarak ayarlandı. ${end}`
    const reminder = `Işık Oto: 34 ABC 123 plakalı aracınız için randevunuzu hatırlatırız: ${when}. ${end}`
    for (const today of ['2026-11-21', '2026-12-29', '2027-01-01'])
      expect(appointmentText(one, { ...sender, today })).toBe(confirmation)
    for (const today of ['2026-12-30', '2026-12-31'])
      expect(appointmentText(one, { ...sender, today })).toBe(reminder)
  })

  test('is the shop’s own, without gaps for what is not known', () => {
    const texts = { appointment: 'Sayın {ad}, {plaka} plakalı araç: {zaman}', day_before: 'Yarın {zaman}' }
    expect(appointmentText({ ...one, plate: '' }, { ...sender, texts })).toBe(
      'Sayın Ayşe, araç: 31.12.2026 perşembe 09:30',
    )
    expect(appointmentText(one, { ...sender, texts, today: '2026-12-30' })).toBe(
      'Yarın 31.12.2026 perşembe 09:30',
    )
    expect(messageProblem('appointment', 'Borç {tutar}')).toContain('{zaman}')
  })
})

describe('a message by the shop', () => {
  test.each([
    ['Sayın {ad},\n{baglanti}\n{firma}', `Sayın Ayşe Işık,\n${LINK}\nIşık Oto`],
    ['Fişiniz:{baglanti}.', `Fişiniz: ${LINK} .`],
    ['{baglanti}{baglanti}', `${LINK} ${LINK}`],
    ['Merhaba', `Merhaba\n${LINK}`],
    ['{tutar} {x} { {baglanti}', `{tutar} {x} { ${LINK}`],
  ])('%j becomes %j', (text, message) => {
    expect(filled(text)).toBe(message)
  })

  test.each([
    ['Merhaba {ad}, {plaka} plakalı aracınız hazır. {baglanti}', `Merhaba, aracınız hazır. ${LINK}`],
    ['{ad}, fişiniz {baglanti}', `fişiniz ${LINK}`],
    ['{baglanti}\n{firma}', LINK],
  ])('%j has no gap for what is missing', (text, message) => {
    expect(filled(text, {}).trim()).toBe(message)
  })

  test('inserts a value as it is', () => {
    const values = { ad: '{baglanti}', plaka: '$& $1 {firma}', firma: '{ad}' }
    expect(filled('{ad}|{plaka}|{firma}|{baglanti}', values)).toBe(`{baglanti}|$& $1 {firma}|{ad}| ${LINK}`)
  })

  test('never loses the link, and WhatsApp gets every sign of it', () => {
    const pieces = fc.oneof(
      anyCodePoints,
      fc.constantFrom(
        '{baglanti}',
        '{ad}',
        '{firma}',
        ' plakalı',
        '\n',
        '😀',
        '&',
        '#',
        '%',
        '+',
        '{',
        '\u202e',
      ),
    )
    const text = fc.array(pieces, { maxLength: 8 }).map((all) => all.join(''))
    const value = fc.oneof(anyCodePoints, fc.constantFrom('', '{baglanti}', 'محمد', '$&', '100%'))
    fc.assert(
      fc.property(
        fc.constantFrom('record', 'quote', 'statement', 'vehicle'),
        text,
        fc.record({ ad: value, plaka: value, tarih: value, firma: value }),
        (kind, template, values) => {
          const message = messageParts(kind, template, values).join(LINK)
          expect(message.split(/\s/u)).toContain(LINK)
          const { host, searchParams, hash } = new URL(whatsAppAddress('0532 123 45 67', message))
          expect([host, searchParams.get('text'), hash]).toEqual(['wa.me', message, ''])
          const isNamed = !isTurning(values.ad) && template.includes('{ad}')
          expect(message).toContain(isNamed ? values.ad.toWellFormed() : '')
        },
      ),
    )
  })
})

describe('the editor', () => {
  test.each([
    ['record', 'Fişiniz hazır', 'Metinde {baglanti} bulunmalı: müşteriniz belgeyi onunla açar.'],
    [
      'record',
      '{bağlantı}',
      '{bağlantı} burada kullanılamaz. Kullanabilecekleriniz: {ad}, {plaka}, {firma} ve {baglanti}.',
    ],
    [
      'statement',
      '{plaka} {baglanti}',
      '{plaka} burada kullanılamaz. Kullanabilecekleriniz: {ad}, {tarih}, {firma} ve {baglanti}.',
    ],
    [
      'reminder',
      '{baglanti}',
      '{baglanti} burada kullanılamaz. Kullanabilecekleriniz: {ad}, {tutar} ve {firma}.',
    ],
  ] as const)('refuses the %s %j', (kind, text, message) => {
    expect(messageProblem(kind, text)).toBe(message)
    expect(messageTextsInput.safeParse({ [kind]: text }).error?.issues[0]?.message).toBe(message)
  })

  test('accepts an address for answers or none', () => {
    for (const reply_to of ['', ' oto@ornek.test '])
      expect(messageTextsInput.parse({ reply_to })).toEqual({ reply_to: reply_to.trim() })
    for (const reply_to of ['oto', 'oto@ornek.test, x@ornek.test', 'oto@ornek.test\r\nBcc: x@ornek.test']) {
      const { error } = messageTextsInput.safeParse({ reply_to })
      expect(error?.issues[0]?.message).toBe(mailMessages.invalidAddress)
    }
  })

  test('accepts a text, the usual one as empty, and no other kind', () => {
    expect(messageTextsInput.parse({ record: ' Fiş: {baglanti} ', reminder: '' })).toEqual({
      record: 'Fiş: {baglanti}',
      reminder: '',
    })
    expect(messageTextsInput.safeParse({ other: '' }).success).toBe(false)
    expect(messageTextsInput.safeParse({ record: `{baglanti}${'x'.repeat(500)}` }).success).toBe(false)
  })
})
