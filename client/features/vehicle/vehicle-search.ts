import { directorySearch } from '#client/lib/directory-search.ts'

/** State of the list in its address, and labels of the sort columns. The file is in the first chunk. */
export const search = directorySearch({
  plate: 'Plaka',
  name: 'Araç',
  visits: 'Geliş',
  last_day: 'Son geliş',
  total: 'Toplam',
})
