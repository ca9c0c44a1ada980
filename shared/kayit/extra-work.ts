import type { Day } from '#shared/date.ts'

import { hasIncome, isCompleted, isOpenWork } from './rules.ts'

/** Returns whether a visit can get more work: its car is in work, neither completed nor cancelled. */
export const takesMoreWork = (record: { durum: string; cikis_tarihi: Day | null }): boolean =>
  isOpenWork(record) && hasIncome(record) && !isCompleted(record)
