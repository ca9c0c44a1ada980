/*
 * Spellings that look the same or are the same phone number, as users paste them and as keyboards and old programs
 * produce them (decisions: search, phone numbers, plates). Each list is one fact in many spellings.
 */

/** Invisible signs and spaces that a telephone's contacts and web pages put around or into a text. */
const DECORATIONS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\u202a${text}\u202c`,
  (text) => `\u2066${text}\u2069`,
  (text) => `\u200e${text}`,
  (text) => ` \u00a0${text}\u2009`,
  (text) => `\ufeff${text}`,
  (text) => insideOf(text, '\u00ad'),
  (text) => insideOf(text, '\u200b'),
]

/** Returns the text with an invisible sign after its second character. */
const insideOf = (text: string, sign: string) => `${text.slice(0, 2)}${sign}${text.slice(2)}`

const SPACES = [' ', '  ', '\u00a0', '\u202f', '\u2009', '\u3000']
const DASHES = ['-', '\u2010', '\u2011', '–', '—', '\u2212', '\uff0d']
const APOSTROPHES = ["'", '’', '‘', '´', '`', 'ʼ']

const product = <A, B, C>(one: readonly A[], other: readonly B[], join: (a: A, b: B) => C): C[] =>
  one.flatMap((a) => other.map((b) => join(a, b)))

const decorated = (texts: readonly string[]): string[] =>
  product(texts, DECORATIONS, (text, put) => put(text))

const PREFIXES = ['0 ', '0', '', '+90 ', '90 ', '0090 ', '+90 (0) ', '+90(0)', '(0) ']

/** 0532 111 22 33 */
export const PHONES = [
  ...PREFIXES.flatMap((prefix) => [
    ...[...SPACES, ...DASHES, '.', ''].map((sign) => `${prefix}${['532', '111', '22', '33'].join(sign)}`),
    `${prefix}(532) 111 22 33`,
  ]),
  ...decorated(['0532 111 22 33', '+90 532 111 22 33', '0 (532) 111 22 33']),
]

/** A German number. */
export const FOREIGN_PHONES = decorated([
  ...[
    '+49 ',
    '0049 ',
    '0049-',
    '+49 (0) ',
    '0049 (0)',
    '(+49) ',
    '(0049) (0) ',
    '+49 ( 0 ) ',
    '+49 0',
    '+490',
  ].flatMap((prefix) => [`${prefix}170 1234567`, `${prefix}170\u2011123\u201145\u201167`]),
  '+49 (0170) 1234567',
])

/** Şükrü D'Angelo-Yılmaz */
export const NAMES = [
  ...product(APOSTROPHES, DASHES, (apostrophe, dash) => `Şükrü D${apostrophe}Angelo${dash}Yılmaz`),
  ...SPACES.map((space) => `Şükrü${space}D’Angelo-Yılmaz`),
  ...decorated(["Şükrü D'Angelo-Yılmaz", "ŞÜKRÜ D'ANGELO-YILMAZ", "şükrü d'angelo-yılmaz"]),
  ...decorated(["Şükrü D'Angelo-Yılmaz".normalize('NFD')]),
]

/** 34 İST 123 */
export const PLATES = [
  ...product(['34', '3 4'], [...SPACES, ...DASHES, '.', '', '/', ' - '], (province, sign) =>
    [province, 'İST', '123'].join(sign),
  ),
  ...decorated(['34 İST 123', '34 IST 123', '34 ist 123', '34 ıst 123', '34i\u0307st123']),
  '３４ＩＳＴ１２３',
]

/** Fren balatası */
export const ITEMS = [
  ...SPACES.map((space) => `Fren${space}balatası`),
  ...decorated(['Fren balatası', 'FREN BALATASI', 'fren balatası']),
]

/** A chassis number whose 0 and 1 were typed as letters. */
export const VINS = [
  'WVWZZZ1JZXW000001',
  'WVWZZZIJZXWOOOOOI',
  'wvwzzz1jzxwo000o1',
  'WVWZZZ1JZXW-QQQ0-01',
  'wvwzzzıjzxw 00000i',
]
