import { isolated } from '#shared/bidi.ts'

/**
 * The messages whose text a shop can write itself: with a link, of appointments, and the reminders of a debt and of a car.
 */
export const MESSAGE_KINDS = [
  'record',
  'quote',
  'statement',
  'vehicle',
  'reminder',
  'appointment',
  'day_before',
  'car_reminder',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The words in braces that a message replaces, with their meaning for the user. */
export const MESSAGE_WORDS = {
  ad: 'müşterinin adı',
  plaka: 'plaka',
  tarih: 'ekstrenin tarihi',
  tutar: 'borç',
  zaman: 'randevunun günü ve saati',
  konu: 'neyin hatırlatıldığı',
  firma: 'firma adı',
  baglanti: 'bağlantı',
} as const
export type MessageWord = keyof typeof MESSAGE_WORDS

const OF_APPOINTMENT = ['ad', 'plaka', 'zaman', 'firma'] as const
const OF_CAR = ['ad', 'plaka', 'firma', 'baglanti'] as const

/** The words of each kind. */
export const WORDS_OF: Readonly<Record<MessageKind, readonly MessageWord[]>> = {
  record: OF_CAR,
  quote: OF_CAR,
  vehicle: OF_CAR,
  statement: ['ad', 'tarih', 'firma', 'baglanti'],
  reminder: ['ad', 'tutar', 'firma'],
  appointment: OF_APPOINTMENT,
  day_before: OF_APPOINTMENT,
  car_reminder: ['ad', 'plaka', 'konu', 'firma'],
}

/** The messages of a shop that has written none. */
export const USUAL_TEXTS: Readonly<Record<MessageKind, string>> = {
  record: '{firma}: {plaka} plakalı aracınızın servis fişi\n{baglanti}',
  quote:
    '{firma}: {plaka} plakalı aracınız için teklifimiz. Bağlantıda görüp onaylayabilirsiniz.\n{baglanti}',
  statement: '{firma}: {tarih} tarihli hesap ekstreniz\n{baglanti}',
  vehicle: '{firma}: {plaka} plakalı aracınızın servis geçmişi\n{baglanti}',
  reminder:
    'Merhaba {ad}, {firma} hesabınızda {tutar} bakiye görünüyor. Uygun olduğunuzda ödemenizi rica ederiz. İyi günler.',
  appointment:
    '{firma}: {plaka} plakalı aracınız için randevunuz {zaman} olarak ayarlandı. Gelemeyecekseniz lütfen haber verin.',
  day_before:
    '{firma}: {plaka} plakalı aracınız için randevunuzu hatırlatırız: {zaman}. Gelemeyecekseniz lütfen haber verin.',
  car_reminder:
    'Merhaba {ad}, {plaka} plakalı aracınızın {konu}. Uygun olduğunuz bir gün için bize yazabilirsiniz.\nHatırlatma istemiyorsanız DUR yazın.\n{firma}',
}

export const MAX_MESSAGE_LENGTH = 500

const LINK = '{baglanti}'
const WORD = /\{([^{}\n]*)\}/g

/** Returns why a text cannot be a message of this kind, in Turkish; `null` for one that can, and for '', the usual text. */
export function messageProblem(kind: MessageKind, text: string): string | null {
  if (text.trim() === '') return null
  const words = WORDS_OF[kind]
  const unknown = [...text.matchAll(WORD)].find(([, word]) => !words.some((known) => known === word))
  if (unknown !== undefined) return `${unknown[0]} burada kullanılamaz. ${usableWords(kind)}`
  return words.includes('baglanti') && !text.includes(LINK)
    ? `Metinde ${LINK} bulunmalı: müşteriniz belgeyi onunla açar.`
    : null
}

const usableWords = (kind: MessageKind): string => {
  const words = WORDS_OF[kind].map((word) => `{${word}}`)
  return `Kullanabilecekleriniz: ${words.slice(0, -1).join(', ')} ve ${words.at(-1) ?? ''}.`
}

/** The values of a message; '' and a missing one leave nothing behind. The link comes last, in `messageParts`. */
export type MessageValues = Partial<Record<Exclude<MessageWord, 'baglanti'>, string>>

/** Returns a message without a link, by the shop's text or else the usual one. */
export const messageText = (kind: MessageKind, text: string, values: MessageValues): string =>
  messageParts(kind, text, values).join('')

/**
 * Returns the parts of a message between which the link's address stands, by the shop's text or else the usual one.
 * Values are inserted as they are, also one that looks like a word in braces. The address is never lost, and blanks
 * stand around it, so that a messenger sees where it ends.
 */
export function messageParts(kind: MessageKind, text: string, values: MessageValues): string[] {
  const chosen = text.trim() || USUAL_TEXTS[kind]
  const hasLink = WORDS_OF[kind].includes('baglanti')
  const valueOf = (word: string | undefined) =>
    WORDS_OF[kind].some((known) => known === word && word !== 'baglanti')
      ? (values[word as keyof MessageValues] ?? '').toWellFormed()
      : undefined
  const template = withoutEmpty(chosen.toWellFormed(), (word) => valueOf(word) === '')
  const parts = hasLink ? aroundLink(template) : [template]
  return parts.map((part) =>
    part.replaceAll(WORD, (whole, word: string) => {
      const value = valueOf(word)
      return value === undefined ? whole : isolated(value)
    }),
  )
}

/** Splits a template at its link, with blanks around it; one without a link gets it at the end. */
function aroundLink(template: string): string[] {
  const parts = template.split(LINK)
  if (parts.length === 1) return [`${template}\n`, '']
  return parts.map((part, index) => {
    const before = index > 0 && /^\S/u.test(part) ? ' ' : ''
    const isGlued = index < parts.length - 1 && (part === '' ? index > 0 : /\S$/u.test(part))
    return `${before}${part}${isGlued ? ' ' : ''}`
  })
}

/** A word at the start of a line goes with the sign behind it, any other with the blank before it; 'plakalı' goes with its plate. */
const EMPTY = /^\{([^{}\n]*)\}(?: plakalı)?[:,]? ?| ?\{([^{}\n]*)\}(?: plakalı)?/gmu

/** Returns the template without the words that have no value. */
const withoutEmpty = (template: string, isEmpty: (word: string) => boolean): string =>
  template
    .replace(EMPTY, (whole, first: string | undefined, later: string | undefined) =>
      isEmpty(first ?? later ?? '') ? '' : whole,
    )
    .trim()
