import type { Generated } from 'kysely'

import type { Verdict } from '#shared/quote/rules.ts'

import type { CreatedAt, ShopRow } from './schema-records.ts'

/** The links that a shop gives to its customers. */
export interface ShareTables {
  /** A link to a public page of one thing: of a record, a sent quote, a car's history or a customer's statement. */
  share: ShopRow & {
    kind: 'record' | 'quote' | 'vehicle' | 'statement'
    kayit_id: number | null
    vehicle_id: Generated<number | null>
    /** The customer for whom the link was made; null for a record without one. */
    customer_id: Generated<number | null>
    /** Whether the page shows prices with VAT, like the two documents of a record. */
    with_vat: boolean
    /** JSON of a statement or a quote as it was sent, and the SHA-256 of this text. */
    content: Generated<string | null>
    content_hash: Generated<Uint8Array | null>
    /** The version of a quote that the content is; null in every other link. */
    quote_version: Generated<number | null>
    /** The SHA-256 of the token; the token itself is stored nowhere. */
    token_hash: Uint8Array
    created_at: CreatedAt
    expires_at: Date
    revoked_at: Generated<Date | null>
    views: Generated<number>
    last_viewed_at: Generated<Date | null>
    /** The id of the user who made it, and the user's name at that time. */
    actor_id: number
    actor_name: string
  }

  /** The number of a quote that was sent, and its newest version (decision 47). It stays when its record is purged. */
  quote: {
    shop_id: number
    kayit_id: number
    year: number
    number: number
    version: number
    /** The SHA-256 of what the newest version offers; null after an erasure. */
    terms_hash: Uint8Array | null
    sent_at: Date
  }

  /** The customer's answer to a version of a quote; rows are only added. */
  quote_answer: {
    shop_id: number
    kayit_id: number
    version: number
    share_id: number
    at: Date
    verdict: Verdict
    /** Name, network address and browser of the person; '' after an erasure. */
    name: string
    address: string
    user_agent: string
    /** JSON of the positions of the accepted lines, and the sum of these lines with VAT. */
    positions: string
    total_kurus: number
    /** The answered version as in `share`, which is removed earlier; null after an erasure. */
    content: string | null
    content_hash: Uint8Array
  }
}
