import * as z from 'zod/mini'

import { dayField, idField, keyField, textField, versionField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Day } from '#shared/date.ts'

/** Records of one change, as many as the largest page of the list shows. */
const MAX_STATUS_CHANGES = 100

/**
 * The statuses to set, all or none. Without `cikis_tarihi` the exit date stays, or becomes today in a record that is
 * completed without one (decisions: status). Undoing a change sends the old date.
 */
export const statusInput = z.object(
  {
    kayitlar: z
      .array(
        z.object(
          {
            kayit_id: idField,
            version: versionField,
            durum: textField('Durum', 50),
            cikis_tarihi: z.optional(dayField),
          },
          messages.invalidInput,
        ),
        messages.invalidInput,
      )
      .check(
        z.minLength(1, messages.invalidInput),
        z.maxLength(MAX_STATUS_CHANGES, messages.tooManyStatusChanges),
        z.refine(
          (all) => new Set(all.map(({ kayit_id }) => kayit_id)).size === all.length,
          messages.invalidInput,
        ),
      ),
    key: keyField,
  },
  messages.invalidInput,
)
export type StatusInput = z.output<typeof statusInput>

/** The records as they are stored now, in the order of their ids. */
export type StatusAnswer = {
  kayitlar: { kayit_id: number; version: number; durum: string; cikis_tarihi: Day | null }[]
}
