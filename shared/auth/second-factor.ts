import { foldPlain } from '#shared/turkish.ts'

/** The length and the life of a time-based code (RFC 6238), as every authenticator app supports it. */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
/** Recovery codes of one set; each works once, without the telephone. */
export const RECOVERY_CODES = 10
/** 24 of 32 signs are 120 bits, too many to guess, so a plain hash is enough (OWASP ASVS 5.0, 6.5.2). */
export const RECOVERY_LENGTH = 24
export const RECOVERY_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

type TypedCode = { kind: 'app' | 'recovery'; code: string }

const IS_CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`)
const IS_RECOVERY = new RegExp(`^[${RECOVERY_SIGNS}]{${RECOVERY_LENGTH}}$`)

/**
 * Returns the typed code of the app, or the typed recovery code: in any case, with or without blanks and hyphens, and
 * with the letters that look like 0 and 1. Returns `null` for any other text, which need not be checked.
 */
export function readCode(typed: string): TypedCode | null {
  if (typed.length > 200) return null
  const plain = foldPlain(typed.normalize('NFKC')).replace(/[\s\p{Pd}]/gu, '')
  if (IS_CODE.test(plain)) return { kind: 'app', code: plain }
  const code = plain.replaceAll('o', '0').replace(/[il]/g, '1')
  return IS_RECOVERY.test(code) ? { kind: 'recovery', code } : null
}

/** Formats a recovery code for the screen and the printer: 'ab12-…', six groups of four. */
export function showRecoveryCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** Formats the key in groups of four, for an app that cannot read the picture. */
export const showKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ')
