import type { Generated } from 'kysely'

import type { MailState } from '#shared/mail/rules.ts'

import type { CreatedAt, ShopRow } from './schema-records.ts'

export interface MailTables {
  /** An e-mail with a link, which waits or has left. */
  mail: ShopRow & {
    share_id: number
    recipient: string
    subject: string
    /** The text with the link's address; '' once the mail has left or failed, because it holds the token. */
    body: string
    state: MailState
    attempts: Generated<number>
    next_attempt_at: Date
    /** The outcome of the last attempt for the shop, without the server's own words. */
    last_error: Generated<string>
    created_at: CreatedAt
    finished_at: Generated<Date | null>
  }
}
