import * as z from 'zod/mini'

import { savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { FEEDBACK_MESSAGE_MIN, FEEDBACK_SUBJECT_MIN, MAX_NOTE_LENGTH } from '#shared/options.ts'
import { resultSchema, rowId } from '#shared/values.ts'

const subjectField = z
  .pipe(textField('Konu'), z.string())
  .check(z.minLength(FEEDBACK_SUBJECT_MIN, messages.subjectTooShort))

const messageField = z
  .pipe(textField('Mesaj', MAX_NOTE_LENGTH), z.string())
  .check(z.minLength(FEEDBACK_MESSAGE_MIN, messages.messageTooShort))

/** A feedback to send; a missing field counts as too short. */
export const feedbackInput = z.object(
  { subject: z.prefault(subjectField, ''), message: z.prefault(messageField, ''), key: savingFields.key },
  messages.invalidInput,
)

export type FeedbackInput = z.output<typeof feedbackInput>

/** A stored feedback with its subject and the sender's details at that time (specification §3, feedback). */
export const feedback = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  user_id: rowId,
  sender_name: z.string(),
  sender_phone: z.string(),
  sender_email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** ISO 8601 in UTC. */
  created_at: z.iso.datetime(),
}))
export type Feedback = z.output<typeof feedback>
