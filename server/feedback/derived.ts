import type { Selectable } from 'kysely'

import { type Shop, rederiveTable } from '#server/platform/core/batches.ts'
import type { FeedbackTable } from '#server/platform/db/schema.ts'
import { foldName, storedSortKey } from '#shared/turkish.ts'

type Fields = Pick<
  Selectable<FeedbackTable>,
  'subject' | 'message' | 'sender_name' | 'sender_phone' | 'sender_email'
>

/**
 * Search text and Turkish sort keys. The two spaces between the parts keep a hit from spanning two of them: no
 * folded text has two spaces in a row.
 */
export function derivedColumns({ subject, message, sender_name, sender_phone, sender_email }: Fields) {
  const texts = [sender_name, sender_email, sender_phone, subject, message]
  return {
    search_text: texts.map(foldName).join('  '),
    sender_sort_key: storedSortKey(sender_name),
    email_sort_key: storedSortKey(sender_email),
    subject_sort_key: storedSortKey(subject),
  }
}

/** As `rederiveKayitlar`, for the shop's feedbacks; returns the number of changed rows. */
export const rederiveFeedbacks = (shop: Shop, stop?: AbortSignal): Promise<number> =>
  rederiveTable<Selectable<FeedbackTable>>(shop, { table: 'feedback', expected: derivedColumns }, stop)
