import type { Generated } from 'kysely'

import type { CreatedAt, ShopRow } from './schema-records.ts'

/** The links that a shop gives to its customers. */
export interface ShareTables {
  /** A link to a public page of one thing: of a record, a car's history or a customer's statement. */
  share: ShopRow & {
    kind: 'record' | 'vehicle' | 'statement'
    kayit_id: number | null
    vehicle_id: Generated<number | null>
    customer_id: Generated<number | null>
    /** Whether the page shows prices with VAT, like the two documents of a record. */
    with_vat: boolean
    /** JSON of a statement as it was sent (server/share/statement.ts), and the SHA-256 of this text. */
    content: Generated<string | null>
    content_hash: Generated<Uint8Array | null>
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
