import * as z from 'zod/mini'

import { messages } from '#shared/messages.ts'

import { mailMessages } from './rules.ts'

/** The field of an e-mail address. */
export const addressField = z
  .string(messages.invalidInput)
  .check(z.trim(), z.maxLength(254, mailMessages.invalidAddress), z.email(mailMessages.invalidAddress))

/** The same, or '' for none. */
export const optionalAddressField = z.string(messages.invalidInput).check(
  z.trim(),
  z.refine((text) => text === '' || addressField.safeParse(text).success, mailMessages.invalidAddress),
)
