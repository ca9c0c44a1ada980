import { directorySearch } from '#client/lib/directory-search.ts'

/** The state of the list in its address, and its sort columns with their labels. In the first chunk. */
export const search = directorySearch({
  plate: 'Plaka',
  name: 'Araç',
  visits: 'Geliş',
  last_day: 'Son geliş',
  total: 'Toplam',
})
