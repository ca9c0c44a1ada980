import { expect, test } from 'vitest'

import { emptyHint } from '#client/features/kayit/list/empty-hint.ts'

const PERIOD = 'Ay/yıl filtresini değiştirin veya temizleyin.'
const FILTER = 'Filtreyi değiştirin veya temizleyin.'

test.each([
  ['no filter', {}, 'Henüz kayıt yok. “Yeni kayıt” ile ilkini açın.'],
  ['a month', { month: 2 }, PERIOD],
  ['a year and a status', { year: 2025, durum: 'İptal' }, PERIOD],
  ['a status', { durum: 'İptal' }, FILTER],
  ['the open work', { open: true }, FILTER],
  ['a search', { q: 'zeki' }, 'Yazımı denetleyin.'],
  ['a search in a year', { q: 'zeki', year: 2025 }, `Yazımı denetleyin. ${PERIOD}`],
  ['a search in a status', { q: 'zeki', durum: '' }, `Yazımı denetleyin. ${FILTER}`],
] as const)('an empty list with %s names what the user can change', (_, search, hint) => {
  expect(emptyHint(search)).toBe(hint)
})
