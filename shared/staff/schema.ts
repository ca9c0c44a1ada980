import * as z from 'zod/mini'

import { newPasswordField } from '#shared/admin/schema.ts'
import { idField, savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, resultSchema, rowId } from '#shared/values.ts'

import { STAFF_ROLES } from './rights.ts'

/** A member of staff to save: `id` 0 or absent creates. An absent field stays unchanged (new: empty). */
export const staffInput = z.object(
  {
    id: z._default(idField, 0),
    username: z.optional(textField('Kullanıcı adı')),
    name_surname: z.optional(textField('Ad soyad')),
    role: z.optional(z.enum(STAFF_ROLES, messages.invalidInput)),
    sees_figures: z.optional(z.boolean(messages.invalidInput)),
    new_password: z._default(newPasswordField, ''),
    ...savingFields,
  },
  messages.invalidInput,
)
export type StaffInput = z.output<typeof staffInput>

export const staffIdInput = z.object({ id: idField }, messages.invalidInput)

/** A member of staff as the owner of the shop sees it; a save sends `version` back to detect conflicts. */
export const member = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  username: z.string(),
  name_surname: z.string(),
  role: z.enum(STAFF_ROLES),
  sees_figures: z.boolean(),
  version: z.int(),
  /** The last use of an open session, else the last login within 90 days. */
  last_used_at: z.nullable(z.iso.datetime()),
  /** Sessions that have not expired. */
  sessions: count,
}))
export type Member = z.output<typeof member>
