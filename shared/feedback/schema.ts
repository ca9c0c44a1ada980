import * as z from 'zod/mini'

import { savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { FEEDBACK_MESSAGE_MIN, FEEDBACK_SUBJECT_MIN, MAX_NOTE_LENGTH } from '#shared/options.ts'

const subjectField = z
  .pipe(textField('Konu'), z.string())
  .check(z.minLength(FEEDBACK_SUBJECT_MIN, messages.subjectTooShort))

const messageField = z
  .pipe(textField('Mesaj', MAX_NOTE_LENGTH), z.string())
  .check(z.minLength(FEEDBACK_MESSAGE_MIN, messages.messageTooShort))

/** A feedback to send; what is absent is too short. */
export const legacyFeedbackInput = z.object(
  { subject: z.prefault(subjectField, ''), message: z.prefault(messageField, '') },
  messages.invalidInput,
)

/** As the page sends it: with a key that the page made. */
export const feedbackInput = z.extend(legacyFeedbackInput, { key: savingFields.key })

export type FeedbackInput = z.output<typeof feedbackInput>
