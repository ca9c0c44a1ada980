import * as z from 'zod/mini'

import {
  dayField,
  directionField,
  idField,
  looseField,
  pageField,
  savingFields,
  textField,
} from '#shared/fields.ts'
import type { Feedback } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'
import {
  AUTH_ADMIN,
  AUTH_USER,
  FEEDBACK_PAGE_SIZE,
  FEEDBACK_PAGE_SIZES,
  USER_PAGE_SIZE,
  USER_PAGE_SIZES,
} from '#shared/options.ts'
import { day, resultSchema, rowId } from '#shared/values.ts'

/** The two roles of the form (specification §6); a form's field sends the number as text. */
const roleField = looseField<number>((input) => {
  const role = [AUTH_USER, AUTH_ADMIN].find((value) => String(value) === String(input).trim())
  return role === undefined ? { refusal: messages.roleInvalid } : { value: role }
})

/** A new password as typed. White space alone counts as empty and leaves the stored password unchanged. */
export const newPasswordField = looseField<string>((input) => {
  const password = input === null ? '' : String(input)
  return { value: password.trim() === '' ? '' : password }
})

/** A user to save: `id` 0 or absent creates. An absent field stays unchanged (new user: empty). */
export const userInput = z.object(
  {
    id: z._default(idField, 0),
    username: z.optional(textField('Kullanıcı adı')),
    email: z.optional(textField('E-posta')),
    name_surname: z.optional(textField('Ad soyad')),
    company_name: z.optional(textField('Firma adı')),
    company_tel: z.optional(textField('Firma telefonu')),
    company_adress: z.optional(textField('Firma adresi', 1_000)),
    license_type: z.optional(textField('Lisans türü', 50)),
    license_end_date: z.optional(dayField),
    auth: z.optional(roleField),
    new_password: z._default(newPasswordField, ''),
    ...savingFields,
  },
  messages.invalidInput,
)

export const userIdInput = z.object({ id: idField }, messages.invalidInput)
export const feedbackIdInput = z.object({ id: idField }, messages.invalidInput)

export const USER_SORTS = [
  'id',
  'username',
  'email',
  'name_surname',
  'company_name',
  'license_type',
  'license_end_date',
  'auth',
] as const
export type UserSort = (typeof USER_SORTS)[number]

/** One page of the users; by default the newest first (specification §9). */
export const userListInput = z.object(
  {
    q: z._default(textField('Arama'), ''),
    sort: z._default(z.enum(USER_SORTS, messages.invalidInput), 'id'),
    dir: z._default(directionField, 'desc'),
    page: pageField,
    size: z._default(z.literal([...USER_PAGE_SIZES], messages.invalidInput), USER_PAGE_SIZE),
  },
  messages.invalidInput,
)

export const FEEDBACK_SORTS = ['created_at', 'sender_name', 'sender_email', 'subject'] as const
export type FeedbackSort = (typeof FEEDBACK_SORTS)[number]

/** One page of the feedbacks; by default the newest first (specification §9). */
export const feedbackListInput = z.object(
  {
    q: z._default(textField('Arama'), ''),
    sort: z._default(z.enum(FEEDBACK_SORTS, messages.invalidInput), 'created_at'),
    dir: z._default(directionField, 'desc'),
    page: pageField,
    size: z._default(z.literal([...FEEDBACK_PAGE_SIZES], messages.invalidInput), FEEDBACK_PAGE_SIZE),
  },
  messages.invalidInput,
)

export type UserInput = z.output<typeof userInput>
export type UserListInput = z.output<typeof userListInput>
export type FeedbackListInput = z.output<typeof feedbackListInput>

/** A user as administrators see it (specification §3); a save sends `version` back to detect conflicts. */
export const user = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  username: z.string(),
  email: z.string(),
  name_surname: z.string(),
  company_name: z.string(),
  company_tel: z.string(),
  company_adress: z.string(),
  /** Address of the logo, '' without one. */
  company_logo: z.string(),
  license_type: z.string(),
  license_end_date: z.nullable(day),
  auth: z.int(),
  version: z.int(),
}))
export type User = z.output<typeof user>

/** A link for a new password. Only this answer holds the token, because the server stores its hash. */
export const resetLink = /* @__PURE__ */ resultSchema(() => ({
  token: z.string(),
  expires_at: z.iso.datetime(),
}))
export type ResetLink = z.output<typeof resetLink>

export type UserPage = { items: User[]; total: number }

export type FeedbackPage = { items: Feedback[]; total: number }
