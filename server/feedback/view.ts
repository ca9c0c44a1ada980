import type { Feedback } from '#shared/feedback/schema.ts'

export const FEEDBACK_COLUMNS = [
  'id',
  'shop_id',
  'sender_name',
  'sender_phone',
  'sender_email',
  'subject',
  'message',
  'created_at',
] as const

type FeedbackRow = Omit<Feedback, 'user_id' | 'created_at'> & { shop_id: number; created_at: Date }

/** Returns the row as the contract names and writes it. */
export function feedbackView({ shop_id, ...row }: FeedbackRow): Feedback {
  return { ...row, user_id: shop_id, created_at: row.created_at.toISOString() }
}
