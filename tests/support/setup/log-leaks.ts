import { DEFAULT_PASSWORD } from '#tests/support/rows/factories.ts'

/** Values that the tests store and type, and shapes of such values: the panel's log may contain none of them. */
const CANARIES: Record<string, RegExp> = {
  'a token': /(?<![\w-])[\w-]{43}(?![\w-])/,
  'an e-mail address': /[\w.+-]+@[\w-]+\.\w/,
  // A plate with fewer digits could be an SQLSTATE (42P01).
  'a plate': /(?<![\w-])(0[1-9]|[1-7]\d|8[01]) ?([A-Z] ?\d{4}|[A-Z]{2} ?\d{3,4}|[A-Z]{3} ?\d{2,3})\b/,
  'a phone number': /(?<![\w.-])(\+90 ?|0)?5\d{2} ?\d{3} ?\d{2} ?\d{2}(?![\w-])/,
  'a tax number': /(?<![\w.-])\d{10,11}(?![\w-])/,
  'a chassis number': /\b(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-HJ-NPR-Z\d]{17}\b/,
  'a customer': /Ayşe|Işık|Müşteri|yazan \d+ kayit/,
  'a password': new RegExp(
    `${DEFAULT_PASSWORD}|dört-nala|Gizli|parola(?!sı gerekli|yla açılamadı|-[\\w-]+\\.(?:js|css)|")`,
    'i',
  ),
}

/** Returns the kinds of personal or session data that a line of the log contains. */
export const leaksIn = (line: string): string[] =>
  Object.entries(CANARIES).flatMap(([name, canary]) => (canary.test(line) ? [name] : []))
