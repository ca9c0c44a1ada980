import * as z from 'zod/mini'

import { messages } from '#shared/messages.ts'

/** A month, strictly typed, because only our own page sends it. */
export const monthInput = z.strictObject(
  {
    month: z
      .int(messages.invalidMonth)
      .check(z.gte(1, messages.invalidMonth), z.lte(12, messages.invalidMonth)),
    year: z
      .int(messages.invalidYear)
      .check(z.gte(1900, messages.invalidYear), z.lte(2200, messages.invalidYear)),
  },
  messages.invalidInput,
)
