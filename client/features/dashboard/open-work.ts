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

/** The rows that fit beside the figures; the rest is one press away. */
export const SHOWN = 8

const LAST = 'son-acik-is-sayisi'

/**
 * How many rows this device showed last: as many wait, so that what stands below does not move. `undefined` on its
 * first visit.
 */
export function expectedRows(): number | undefined {
  try {
    const last = localStorage.getItem(LAST)
    return last === null ? undefined : Math.min(Number(last), SHOWN)
  } catch {
    return undefined
  }
}

export function noteRows(total: number): void {
  try {
    localStorage.setItem(LAST, String(Math.min(total, SHOWN)))
  } catch {
    // Storage is full or forbidden: the next visit is like the first one.
  }
}
