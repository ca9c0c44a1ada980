import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, inTransaction, requireAdmin } from '#server/platform/core/context.ts'
import { FEEDBACK_COLUMNS, feedbackView } from '#server/feedback/view.ts'
import type { FeedbackListInput, FeedbackPage } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import type { Feedback } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'

import { foundFeedbacks, inShopOf, sortedFeedbacks } from './queries.ts'

/** One page of all feedbacks under a search, in an order. Administrators only. */
export async function listFeedbacks(ctx: Ctx, input: FeedbackListInput): Promise<FeedbackPage> {
  const admin = requireAdmin(ctx)
  const found = foundFeedbacks(admin, input.q)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const offset = (input.page - 1) * input.size
  const page = sortedFeedbacks(found.select(FEEDBACK_COLUMNS), input).limit(input.size).offset(offset)
  const rows = offset >= total ? [] : await page.execute()
  return { items: rows.map(feedbackView), total }
}

/** All feedbacks, the newest first. Administrators only. */
export async function listAllFeedbacks(ctx: Ctx): Promise<Feedback[]> {
  const admin = requireAdmin(ctx)
  const order = { sort: 'created_at', dir: 'desc' } as const
  const rows = await sortedFeedbacks(foundFeedbacks(admin, '').select(FEEDBACK_COLUMNS), order).execute()
  return rows.map(feedbackView)
}

/** Marks a feedback as deleted. Administrators only. Throws NOT_FOUND. */
export async function deleteFeedback(ctx: Ctx, input: { id: number }): Promise<void> {
  await inTransaction(requireAdmin(ctx), async (trx) => {
    const deleted = await trx.db
      .updateTable('feedback')
      .set({ deleted_at: ctx.now })
      .where('id', '=', input.id)
      .where('deleted_at', 'is', null)
      .returning(['shop_id', 'subject as title'])
      .executeTakeFirst()
    if (deleted === undefined) throw new AppError('NOT_FOUND', messages.feedbackNotFound)
    const { shop_id, title } = deleted
    await recordChange(inShopOf(trx, shop_id), { noun: 'feedback', id: input.id, verb: 'delete', title })
  })
}
