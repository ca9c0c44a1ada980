import { createHash } from 'node:crypto'

import type { BaseCtx } from '#server/core/context.ts'
import type { DB } from '#server/db/schema.ts'
import { CONSENT_TEXT_VERSION, noticeText } from '#shared/auth/notice.ts'

/** SHA-256, in hexadecimal, of the notice as it stands in this version of the application. */
export const CONSENT_TEXT_SHA256 = createHash('sha256').update(noticeText()).digest('hex')

/** Stores as evidence who responded to the notice, when, how, and to which text (law 6698 art. 10). */
export async function storeConsent(
  ctx: BaseCtx,
  answer: { userId: number; action: DB['consents']['action'] },
): Promise<void> {
  await ctx.db
    .insertInto('consents')
    .values({
      user_id: answer.userId,
      text_version: CONSENT_TEXT_VERSION,
      text_sha256: CONSENT_TEXT_SHA256,
      action: answer.action,
      created_at: ctx.now,
    })
    .execute()
}
