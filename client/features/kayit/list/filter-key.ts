import type { KayitSearch } from './search.ts'

/** Returns a key of the filters, which decide the records in the list; order and page do not count. */
export const filterKey = ({ q, month, year, durum, open, owed, stage }: KayitSearch): string =>
  JSON.stringify([q, month, year, durum, open, owed, stage])
