import type { Feedback } from '#shared/feedback/schema.ts'

export const FEEDBACK_COLUMNS = [
  'id',
  'user_id',
  'sender_name',
  'sender_phone',
  'sender_email',
  'subject',
  'message',
  'created_at',
] as const

/** A row with the moment as text. */
export function feedbackView(row: Omit<Feedback, 'created_at'> & { created_at: Date }): Feedback {
  return { ...row, created_at: row.created_at.toISOString() }
}
