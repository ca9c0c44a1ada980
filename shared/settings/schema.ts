import * as z from 'zod/mini'

import { idField, savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { OUTPUT_FORMATS, PHONE_MIN_LENGTH } from '#shared/options.ts'
import { day, returned } from '#shared/values.ts'

import { passwordChangeProblem } from './rules.ts'

const companyNameField = z
  .pipe(textField('Firma adı'), z.string())
  .check(z.refine((value) => value !== '', messages.companyNameRequired))

const companyPhoneField = z
  .pipe(textField('Firma telefonu'), z.string())
  .check(z.refine((value) => value === '' || value.length >= PHONE_MIN_LENGTH, messages.phoneTooShort))

/** The company's settings to store. A field that is absent stays as it is. */
export const settingsInput = z.object(
  {
    company_name: z.optional(companyNameField),
    output_format: z.optional(z.enum(OUTPUT_FORMATS, messages.outputFormatInvalid)),
    company_tel: z.optional(companyPhoneField),
    company_adress: z.optional(textField('Firma adresi', 1_000)),
    ...savingFields,
  },
  messages.invalidInput,
)

const passwordField = z._default(z.string(messages.passwordsRequired), '')

/** Both as typed: neither trimmed nor folded. */
export const passwordChangeInput = z
  .object({ current_password: passwordField, new_password: passwordField }, messages.invalidInput)
  .check((payload) => {
    const problem = passwordChangeProblem(payload.value)
    if (problem === null) return
    const { field, message } = problem
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value })
  })

export const sessionIdInput = z.object({ id: idField }, messages.invalidInput)

/** Whose logo; 0 or absent is one's own. */
export const logoInput = z.object({ user: z._default(idField, 0) }, messages.invalidInput)

export type SettingsInput = z.output<typeof settingsInput>
export type PasswordChangeInput = z.output<typeof passwordChangeInput>

/** The account's settings (specification §3); `version` is what a save of them is checked against. */
export const settings = /* @__PURE__ */ returned(() => ({
  company_name: z.string(),
  output_format: z.string(),
  /** Address of the stored logo, '' without one; it changes with every new one. */
  logo_url: z.string(),
  license_type: z.string(),
  /** `null` for a licence without an end. */
  license_end: z.nullable(day),
  company_tel: z.string(),
  company_adress: z.string(),
  version: z.int(),
}))
export type Settings = z.output<typeof settings>

/** One of the account's open logins. Instants are ISO 8601 in UTC. */
export type OpenSession = {
  id: number
  /** `legacy` is a program that logged in through the old paths; `pending` waits at the consent step. */
  kind: 'web' | 'legacy' | 'pending'
  /** 'Windows, Chrome'; '' where the browser did not say. */
  device: string
  created_at: string
  last_seen_at: string
  expires_at: string
  /** The session that asks. */
  current: boolean
}
