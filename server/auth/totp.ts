import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { encode } from 'uqr'

import { CODE_DIGITS, CODE_SECONDS } from '#shared/auth/second-factor.ts'
import { pathOfSquares, type QrPicture } from '#shared/qr.ts'

/** Bytes of a secret, as many as the hash of HMAC-SHA-1 has (RFC 4226, 4). */
const SECRET_BYTES = 20
/** The number of periods that a phone's clock may be early or late. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ISSUER = 'Oto Servis'

/** Returns a new key of a second factor: 160 random bits. */
export const createSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Returns the number of the 30-second period of this moment, counted from 1970 (RFC 6238). */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / CODE_SECONDS)

/** Returns the code of a period (RFC 4226, 5.3: HOTP with HMAC-SHA-1). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** Returns the period of this code, at most one off and after `lastStep`, so a code works once; `null` for other codes. */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const present = stepAt(now)
  let accepted: number | null = null
  // All periods are compared in every case, so that the response time reveals nothing.
  const given = Buffer.from(code)
  for (let step = present + DRIFT; step >= present - DRIFT; step -= 1) {
    const right = Buffer.from(totpCode(secret, step))
    const isEqual = given.length === right.length && timingSafeEqual(given, right)
    if (isEqual && step > lastStep) accepted = step
  }
  return accepted
}

/** Returns the key as text: base32 without padding. */
export function secretText(secret: Uint8Array): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of secret) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(value >>> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31]
}

/** Returns the address in the QR code: the key, its label in the app, and the parameters for apps with other defaults. */
export function enrolmentUrl(secret: Uint8Array, username: string): string {
  const query = new URLSearchParams({
    secret: secretText(secret),
    issuer: ISSUER,
    algorithm: 'SHA1',
    digits: String(CODE_DIGITS),
    period: String(CODE_SECONDS),
  })
  // Apps read '+' as a plus sign, because it means a blank only in forms.
  const parameters = query.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(`${ISSUER}:${username}`)}?${parameters}`
}

/** Returns the text as a QR code. */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return { size, path: pathOfSquares(data) }
}
