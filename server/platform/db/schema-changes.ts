import type { ColumnType, Generated } from 'kysely'

/** A change that somebody made in a shop; rows are only added, and removed when they are old (decision 31). */
export interface ChangeTable {
  shop_id: number
  id: Generated<number>
  at: ColumnType<Date, Date, never>
  /** Who did it: the user's id, and the name that the user had then. */
  actor_id: number
  actor_name: string
  channel: 'page' | 'legacy' | 'job'
  /** What was changed, and its id where it has one (shared/change/schema.ts). */
  noun: string
  target_id: number | null
  /**
   * The customer whom the texts name; `null` where that is unknown, as in rows of older versions. `other_customer_id` is
   * the customer named before, or the other one of a merge, and 0 for a person without a customer's row.
   */
  customer_id: number | null
  other_customer_id: number | null
  /** The car of a file, or the other one of a merge. */
  vehicle_id: number | null
  verb: string
  /** What the changed thing was called then. */
  title: Generated<string>
  /** JSON (shared/change/schema.ts). */
  detail: Generated<string>
}
