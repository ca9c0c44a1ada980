import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { documentFileName } from '#server/platform/documents/service-document.ts'

describe('the file name of a document', () => {
  test('the name has plate, date and kind of the document', () => {
    expect(documentFileName({ plaka: '34 ABC 123', day: '2026-11-21', variant: 'plain' })).toBe(
      '34ABC123-2026-11-21.pdf',
    )
    expect(documentFileName({ plaka: '34 abc 123', day: '2026-11-21', variant: 'vat' })).toBe(
      '34ABC123-2026-11-21-kdvli.pdf',
    )
  })

  test('Turkish letters become plain ones, and the name is never empty', () => {
    expect(documentFileName({ plaka: '06 şığ 1', day: '2026-11-21', variant: 'plain' })).toBe(
      '06SIG1-2026-11-21.pdf',
    )
    expect(documentFileName({ plaka: '', day: '2026-11-21', variant: 'plain' })).toBe(
      'servis-fisi-2026-11-21.pdf',
    )
    expect(documentFileName({ plaka: '34A1', day: '', variant: 'plain' })).toBe('34A1.pdf')
  })

  test('the name cannot inject a header or a path', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constant('a"\r\nSet-Cookie: x=1\r\n\r\n../../etc/passwd'),
    )
    fc.assert(
      fc.property(text, text, (plaka, day) => {
        expect(documentFileName({ plaka, day, variant: 'vat' })).toMatch(/^[0-9A-Za-z-]{1,60}\.pdf$/)
      }),
    )
  })
})
