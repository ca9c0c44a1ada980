import type { Generated } from 'kysely'

import type { CreatedAt, ShopRow } from './schema-records.ts'

/** The links that a shop gives to its customers. */
export interface ShareTables {
  /** A link to a public page of one thing. */
  share: ShopRow & {
    kayit_id: number
    kind: 'record'
    /** Whether the page shows prices with VAT, like the two documents. */
    with_vat: boolean
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
}
