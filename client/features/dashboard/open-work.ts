import type { RouterInputs } from '#client/lib/api.ts'

/** The cars in the shop, the longest first: the input of the list query, and the address of the whole list. */
export const OPEN_WORK = {
  page: 1,
  size: 20,
  sort: 'giris_tarihi',
  dir: 'asc',
  q: '',
  open: true,
} satisfies RouterInputs['kayit']['list']
