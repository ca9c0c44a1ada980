import type { Generated } from 'kysely'

import type { CarKind } from '#shared/intake/rules.ts'

import type { CreatedAt, Day, ShopRow } from './schema-records.ts'

/** The common columns of both: who signed what, and which user took the car or gave it back. */
interface SignedRow extends ShopRow {
  kayit_id: number
  km: number | null
  signer: Generated<string>
  /** JSON of the strokes, '' without a signature. */
  signature: Generated<string>
  signed_at: Generated<Date | null>
  /** The SHA-256 of the signed form; `null` without a signature. */
  signed_hash: Generated<Uint8Array | null>
  actor_id: number
  actor_name: string
  version: Generated<number>
  created_at: CreatedAt
  updated_at: Date
}

/** How a shop takes cars in and gives them back. */
export interface IntakeTables {
  /** The intake of a record's car. */
  intake: SignedRow & {
    car_kind: CarKind
    /** Eighths of the tank. */
    fuel: number | null
    belongings: Generated<string>
    /** JSON of the damages. */
    marks: Generated<string>
    promised_day: Day | null
    /** The minute of that day. */
    promised_minute: number | null
    /** Work up to this amount needs no question; `null`: ask first. */
    limit_kurus: number | null
    /** The shop's terms when the form was signed, before that when it was saved. */
    terms: Generated<string>
  }

  /** The delivery of a record's car. */
  delivery: SignedRow & {
    /** The replaced parts that the customer got back, in words. */
    parts: Generated<string>
    /** The warranty of the work; null for no limit in months or kilometres. */
    warranty_months: Generated<number | null>
    warranty_km: Generated<number | null>
    /** JSON of the warranties of single works, '' without any. */
    item_warranties: Generated<string>
  }
}
