import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { optionalAddressField } from '#shared/mail/schema.ts'
import { messages } from '#shared/messages.ts'

import { MAX_MESSAGE_LENGTH, type MessageKind, messageProblem } from './texts.ts'

const textOf = (kind: MessageKind) =>
  z.optional(
    z.pipe(
      textField('Mesaj metni', MAX_MESSAGE_LENGTH),
      z.string().check((check) => {
        const message = messageProblem(kind, check.value)
        if (message !== null) check.issues.push({ code: 'custom', message, input: check.value })
      }),
    ),
  )

/** The texts that a user has changed; '' restores the usual one. */
export const messageTextsInput = z.strictObject(
  {
    record: textOf('record'),
    quote: textOf('quote'),
    statement: textOf('statement'),
    vehicle: textOf('vehicle'),
    reminder: textOf('reminder'),
    appointment: textOf('appointment'),
    day_before: textOf('day_before'),
    car_reminder: textOf('car_reminder'),
    reply_to: z.optional(optionalAddressField),
  } satisfies Record<keyof MessageTexts, unknown>,
  messages.invalidInput,
)
export type MessageTextsInput = z.output<typeof messageTextsInput>

/** The shop's text of each message, '' for the usual one, and its address for answers to e-mails, '' for none. */
export type MessageTexts = Record<MessageKind | 'reply_to', string>
