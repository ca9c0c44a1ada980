import * as z from 'zod/mini'

import { idField, versionField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'

import { kayitInput } from './schema.ts'
import { EARLY_STAGES } from './stage.ts'

/** A stored record with the changes of its form, to make it a visit. */
export const storedKayitInput = kayitInput.check(z.refine(({ id }) => id !== 0, messages.invalidInput))

/** A visit with the version that the caller saw, to make it what it was before. */
export const earlierStageInput = z.object(
  {
    kayit_id: idField,
    version: versionField,
    stage: z._default(z.enum(EARLY_STAGES, messages.invalidInput), 'quote'),
  },
  messages.invalidInput,
)
export type EarlierStageInput = z.output<typeof earlierStageInput>

export const kayitIdInput = z.object({ kayit_id: idField }, messages.invalidInput)

/** The records whose unpriced items are requested: as many as the largest page of the list shows. */
export const kayitIdsInput = z.object(
  {
    kayit_ids: z
      .array(idField, messages.invalidInput)
      .check(z.minLength(1, messages.invalidInput), z.maxLength(100, messages.invalidInput)),
  },
  messages.invalidInput,
)

/** The number of items without a price, and the names of the first ones. */
export type UnpricedItems = { count: number; names: string[] }

/** The record of a document; old PDF links also hold the session's token. */
export const documentInput = z.object(
  { id: idField, session_id: z.optional(z.string(messages.invalidInput)) },
  messages.invalidInput,
)
