import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/

/** Returns a new session token: 256 random bits as 43 characters of base64url (decisions: sessions). */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Returns whether a text has the form of a token; any other text needs no query. */
export const isToken = (text: string): boolean => TOKEN_SHAPE.test(text)

/** A request asks for the hash of its token three times in a row. */
let last = { token: '', hashed: hash('sha256', '', 'buffer') }

/** Returns the SHA-256 of a token, the only form in which the database stores it. */
export function hashToken(token: string): Buffer {
  if (token !== last.token) last = { token, hashed: hash('sha256', token, 'buffer') }
  return last.hashed
}

/** Returns the token in the cookie of this name; `undefined` when it is missing, malformed, or sent twice: one may be planted. */
export function tokenInCookie(name: string, cookieHeader: string | undefined): string | undefined {
  const values = (cookieHeader ?? '').split(';').flatMap((pair) => {
    const [sent = '', ...value] = withoutBlanks(pair).split('=')
    return sent === name ? [value.join('=')] : []
  })
  const [value] = values
  return values.length === 1 && value !== undefined && isToken(value) ? value : undefined
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t'

/** Trims blanks without a regular expression, which would try the end again from every blank inside. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}
