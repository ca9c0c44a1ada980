import type { KayitSearch } from './search.ts'

/** Returns the user's next step under a list without records (specification §2). */
export function emptyHint({ q, month, year, durum, open, owed, stage }: KayitSearch): string {
  const hasPeriod = month !== undefined || year !== undefined
  const hasFilter = durum !== undefined || open !== undefined || owed !== undefined || stage !== undefined
  if (q === undefined && !hasPeriod && !hasFilter) return 'Henüz kayıt yok. “Yeni kayıt” ile ilkini açın.'
  return [
    ...(q === undefined ? [] : ['Yazımı denetleyin.']),
    ...(hasPeriod ? ['Ay/yıl filtresini değiştirin veya temizleyin.'] : []),
    ...(hasFilter && !hasPeriod ? ['Filtreyi değiştirin veya temizleyin.'] : []),
  ].join(' ')
}
