import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { periodExportInput } from '#shared/export/schema.ts'

const read = (query: Record<string, string>) => z.safeParse(periodExportInput, { format: 'CSV', ...query })

test.each([
  [{}, {}],
  [
    { month: '3', year: '2025' },
    { month: 3, year: 2025 },
  ],
  [
    { period: 'year', year: '2025' },
    { period: 'year', year: 2025 },
  ],
  [
    { from: '2026-01-05', to: '2026-02-04' },
    { from: '2026-01-05', to: '2026-02-04' },
  ],
])('the period %j is read as %j', (query, expected) => {
  expect(read(query).data).toEqual({ format: 'CSV', ...expected })
})

test.each([
  [{ period: 'month' }, 'Gönderilen bilgiler geçersiz.'],
  [{ from: '2026-01-05' }, 'Gönderilen bilgiler geçersiz.'],
  [{ to: '2026-01-05' }, 'Gönderilen bilgiler geçersiz.'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'Geçersiz tarih.'],
  [
    { from: '2026-02-05', to: '2026-02-04' },
    'Başlangıç tarihi bitiş tarihinden sonra olamaz. Tarihleri düzeltin.',
  ],
  [
    { from: '1990-01-01', to: '2026-01-01' },
    'En fazla 10 yıllık bir aralık seçebilirsiniz. Aralığı kısaltın.',
  ],
])('the period %j is refused', (query, message) => {
  expect(read(query).error?.issues.map((issue) => issue.message)).toEqual([message])
})
