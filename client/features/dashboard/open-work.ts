import type { RouterInputs } from '#client/lib/api.ts'

/**
 * Filter for the cars in the shop, the longest stay first: the input of the list query and the address of the whole
 * list.
 */
export const OPEN_WORK = {
  page: 1,
  size: 20,
  sort: 'giris_tarihi',
  dir: 'asc',
  q: '',
  open: true,
  ilk_islem: true,
} satisfies RouterInputs['kayit']['list']

/** Number of rows that fit beside the figures; a link leads to the rest. */
export const SHOWN = 8

const LAST = 'son-acik-is-sayisi'

/**
 * Returns how many rows this device showed last, to reserve their height before the cars arrive; `undefined` on the
 * first visit.
 */
export function readRowCount(): number | undefined {
  try {
    const last = localStorage.getItem(LAST)
    return last === null ? undefined : Math.min(Number(last), SHOWN)
  } catch {
    return undefined
  }
}

export function writeRowCount(total: number): void {
  try {
    localStorage.setItem(LAST, String(Math.min(total, SHOWN)))
  } catch {
    // Storage is full or forbidden: the next visit reserves no height.
  }
}
