import { inLogOfShop } from '#server/auth/accounts.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, inTransaction, requireAdmin, type UserCtx } from '#server/platform/core/context.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { FEEDBACK_COLUMNS, feedbackView } from '#server/feedback/operations.ts'
import type { FeedbackListInput, FeedbackPage, FeedbackSort } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import type { Feedback } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'
import { containsPattern, foldName } from '#shared/turkish.ts'

const SORT_COLUMNS = {
  created_at: 'created_at',
  sender_name: 'sender_sort_key',
  sender_email: 'email_sort_key',
  subject: 'subject_sort_key',
} as const satisfies Record<FeedbackSort, keyof DB['feedback']>

type Listed = Pick<FeedbackListInput, 'q' | 'sort' | 'dir'>

/** Returns the query of the feedbacks that match `q`, and the same sorted; ties follow the order of arrival. */
function feedbacks({ db }: UserCtx, { q, sort, dir }: Listed) {
  const term = foldName(q)
  const all = db.selectFrom('feedback').where('deleted_at', 'is', null)
  const found = term === '' ? all : all.where('search_text', 'like', containsPattern(term))
  return { found, sorted: found.select(FEEDBACK_COLUMNS).orderBy(SORT_COLUMNS[sort], dir).orderBy('id', dir) }
}

/** Returns one page of the feedbacks that match a search. Administrators only. */
export async function listFeedbacks(ctx: Ctx, input: FeedbackListInput): Promise<FeedbackPage> {
  const { found, sorted } = feedbacks(requireAdmin(ctx), input)
  const total = await countRows(found)
  const offset = (input.page - 1) * input.size
  const rows = offset >= total ? [] : await sorted.limit(input.size).offset(offset).execute()
  return { items: rows.map(feedbackView), total }
}

/** Returns all feedbacks, the newest first. Administrators only. */
export async function listAllFeedbacks(ctx: Ctx): Promise<Feedback[]> {
  const { sorted } = feedbacks(requireAdmin(ctx), { q: '', sort: 'created_at', dir: 'desc' })
  return (await sorted.execute()).map(feedbackView)
}

/** Marks a feedback as deleted. Administrators only. Throws NOT_FOUND. */
export async function deleteFeedback(ctx: Ctx, input: { id: number }): Promise<void> {
  await inTransaction(requireAdmin(ctx), async (trx) => {
    const { shop_id, title } = await trx.db
      .updateTable('feedback')
      .set({ deleted_at: ctx.now })
      .where('id', '=', input.id)
      .where('deleted_at', 'is', null)
      .returning(['shop_id', 'subject as title'])
      .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND', messages.feedbackNotFound))
    await recordChange(inLogOfShop(trx, shop_id), { noun: 'feedback', id: input.id, verb: 'delete', title })
  })
}
