import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  acceptedStep,
  enrolmentUrl,
  totpCode,
  createSecret,
  secretText,
  stepAt,
  qrPicture,
} from '#server/auth/totp.ts'
import { readCode, RECOVERY_SIGNS, showKey, showRecoveryCode } from '#shared/auth/second-factor.ts'
import { appCode, bytesOf } from '#tests/support/security/second-factor.ts'

/** The key of the vectors of RFC 6238, appendix B. */
const RFC = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('the codes of RFC 6238', () => {
  // The expected codes are the last six of the eight digits in appendix B (SHA-1).
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('%i seconds after 1970 it is %s', (seconds, code) => {
    expect(totpCode(RFC, stepAt(at(seconds)))).toBe(code)
  })

  // The vectors are those of RFC 4226, appendix D.
  test('the codes equal those of RFC 4226 too', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583']
    expect(codes.map((_, step) => totpCode(RFC, step))).toEqual(codes)
  })

  test('another implementation shows the same code for any key and time', () => {
    const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(secrets, fc.integer({ min: 0, max: 4_000_000_000 }), (secret, seconds) => {
        expect(appCode(secretText(secret), at(seconds))).toBe(totpCode(secret, stepAt(at(seconds))))
      }),
    )
  })
})

describe('the accepted codes', () => {
  const now = at(1_700_000_010)
  const step = stepAt(now)
  const accepted = (code: string, lastStep = 0) => acceptedStep(RFC, code, { now, lastStep })

  test('codes of the present period and its neighbours are accepted', () => {
    for (const drift of [-3, -2, -1, 0, 1, 2, 3])
      expect([drift, accepted(totpCode(RFC, step + drift))]).toEqual([
        drift,
        Math.abs(drift) <= 1 ? step + drift : null,
      ])
  })

  test('a code of an accepted period, or of an earlier one, is refused', () => {
    expect(accepted(totpCode(RFC, step), step - 1)).toBe(step)
    expect(accepted(totpCode(RFC, step), step)).toBeNull()
    expect(accepted(totpCode(RFC, step - 1), step)).toBeNull()
    expect(accepted(totpCode(RFC, step + 1), step)).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', '00000０', 'abcdef'])('%j is none', (code) => {
    expect(accepted(code)).toBeNull()
  })

  test('an accepted code is later than the last, near now, and the right one', () => {
    const times = fc.record({
      now: fc.integer({ min: 1_000, max: 4e9 }),
      drift: fc.integer({ min: -4, max: 4 }),
    })
    fc.assert(
      fc.property(times, fc.integer({ min: -4, max: 4 }), ({ now: seconds, drift }, last) => {
        const present = stepAt(at(seconds))
        const code = totpCode(RFC, present + drift)
        const found = acceptedStep(RFC, code, { now: at(seconds), lastStep: present + last })
        const isDue = Math.abs(drift) <= 1 && drift > last
        // Two periods rarely have the same code.
        const isOf = found !== null && totpCode(RFC, found) === code
        expect(isOf && found > present + last && Math.abs(found - present) <= 1).toBe(isDue || isOf)
      }),
    )
  })
})

describe('the key', () => {
  test('has 160 random bits, as text that an app reads', () => {
    const [one, other] = [createSecret(), createSecret()]
    expect(secretText(one)).toMatch(/^[A-Z2-7]{32}$/)
    expect(bytesOf(secretText(one))).toEqual(one)
    expect(one.equals(other)).toBe(false)
    expect(secretText(RFC)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(secretText(Buffer.from('f'))).toBe('MY')
  })

  test('the picture names panel, user and key', () => {
    expect(enrolmentUrl(RFC, 'Şükrü Usta & Oğlu')).toBe(
      'otpauth://totp/Oto%20Servis%3A%C5%9E%C3%BCkr%C3%BC%20Usta%20%26%20O%C4%9Flu?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Oto%20Servis&algorithm=SHA1&digits=6&period=30',
    )
    const { size, path } = qrPicture('x'.repeat(300))
    expect(size).toBeGreaterThan(60)
    expect(path).toMatch(/^(M\d+ \d+h\d+v1H\d+z)+$/)
  })

  test('is shown in groups of four', () => {
    expect(showKey('GEZDGNBVGY3T')).toBe('GEZD GNBV GY3T')
  })
})

describe('a typed code', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['１２３４５６', '123456'],
  ])('%j is the code of an app', (typed, code) => {
    expect(readCode(typed)).toEqual({ kind: 'app', code })
  })

  test('a recovery code is read in any case, with and without hyphens, with letters that look like digits', () => {
    const code = '01ab'.repeat(6)
    const ways = [code, showRecoveryCode(code), 'OIAB'.repeat(6), 'oİab-'.repeat(6), 'Olab '.repeat(6)]
    for (const typed of ways) expect([typed, readCode(typed)]).toEqual([typed, { kind: 'recovery', code }])
  })

  test.each(['', '12345', '1234567', 'abcd-efgh', 'u'.repeat(24), '1'.repeat(25), '1'.repeat(300)])(
    '%j is neither',
    (typed) => {
      expect(readCode(typed)).toBeNull()
    },
  )

  test('every code that is shown is read, and no text breaks the reading', () => {
    const codes = fc.string({
      unit: fc.constantFrom(...RECOVERY_SIGNS.split('')),
      minLength: 24,
      maxLength: 24,
    })
    fc.assert(
      fc.property(codes, (code) => {
        expect(readCode(showRecoveryCode(code))).toEqual({ kind: 'recovery', code })
      }),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readCode(text)))
  })
})
