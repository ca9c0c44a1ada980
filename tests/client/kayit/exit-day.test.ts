import { describe, expect, test } from 'vitest'

import { exitDayFor } from '#client/features/kayit/form/exit-day.tsx'
import { exitWarning } from '#client/features/kayit/form/warnings.ts'

const TODAY = '2026-11-21'
const EARLIER = '2026-11-03'

describe('the exit date follows the status', () => {
  test.each([
    { durum: 'Tamamlandı', day: '', filled: '', next: TODAY },
    { durum: 'Tamamlandı', day: EARLIER, filled: '', next: EARLIER },
    { durum: 'Devam Ediyor', day: TODAY, filled: TODAY, next: '' },
    { durum: 'Beklemede', day: TODAY, filled: TODAY, next: '' },
    { durum: 'Devam Ediyor', day: EARLIER, filled: '', next: EARLIER },
    // A loaded record has put another date in its place.
    { durum: 'Devam Ediyor', day: EARLIER, filled: TODAY, next: EARLIER },
    { durum: 'Devam Ediyor', day: '', filled: '', next: '' },
  ])(
    '$durum with "$day", of which the form filled "$filled", leads to "$next"',
    ({ durum, next, ...was }) => {
      expect(exitDayFor(durum, { ...was, today: TODAY })).toBe(next)
    },
  )
})

describe('an exit date', () => {
  test('before the entry date is remarked on', () => {
    expect(exitWarning({ giris_tarihi: TODAY, cikis_tarihi: EARLIER })).toBe(
      'Çıkış tarihi giriş tarihinden önce; yine de kaydedebilirsiniz.',
    )
  })

  test.each([
    [EARLIER, TODAY],
    [TODAY, TODAY],
    ['', TODAY],
    [TODAY, ''],
    ['31.02.2026', EARLIER],
    [TODAY, '1.2'],
  ])('is fine with an entry on %j and an exit on %j', (giris_tarihi, cikis_tarihi) => {
    expect(exitWarning({ giris_tarihi, cikis_tarihi })).toBe('')
  })
})
