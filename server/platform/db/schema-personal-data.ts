import type { ColumnType, Generated } from 'kysely'

import type { Day } from './schema-columns.ts'

/** An erasure of personal data, kept as evidence (by-law on erasure, art. 7/3); it has none of the erased texts. */
export interface ErasureTable {
  shop_id: number
  id: Generated<number>
  at: ColumnType<Date, Date, never>
  /** Who did it, by id and the name then; `null` and '' for the retention that runs by itself. */
  actor_id: number | null
  actor_name: string
  /** `null` where old records were erased, whoever's they are. */
  customer_id: number | null
  reason: 'request' | 'ended' | 'retention'
  /** JSON (shared/personal-data/schema.ts). */
  counts: string
}

/** A customer's request under law 6698, art. 11. */
export interface DataRequestTable {
  shop_id: number
  id: Generated<number>
  received_on: Day
  kind: 'information' | 'correction' | 'erasure' | 'other'
  note: string
  /** Whose it is, where the shop said so; their erasure empties the note. */
  customer_id: number | null
  answered_on: Day | null
  version: Generated<number>
  created_at: ColumnType<Date, Date, never>
}
