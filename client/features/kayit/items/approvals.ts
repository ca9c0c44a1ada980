import { createStore } from '#client/lib/store.ts'
import type { Kurus } from '#shared/money.ts'

/** The titles of approved rows of the record on the screen, by their keys, and the approved sum; `null` without one. */
export interface Approvals {
  titles: Readonly<Record<string, string | undefined>>
  kurus: Kurus | null
}

export const NO_APPROVALS: Approvals = { titles: {}, kurus: null }

/** A part that is loaded after the record fills it in. */
export const approvals = createStore(NO_APPROVALS)
