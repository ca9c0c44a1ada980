import * as z from 'zod/mini'

import { idField, savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { IDLE_MINUTES, OUTPUT_FORMATS, PHONE_MIN_LENGTH } from '#shared/options.ts'
import { day, resultSchema } from '#shared/values.ts'

import { passwordChangeProblem } from './rules.ts'

const companyNameField = z
  .pipe(textField('Firma adı'), z.string())
  .check(z.refine((value) => value !== '', messages.companyNameRequired))

const companyPhoneField = z
  .pipe(textField('Firma telefonu'), z.string())
  .check(z.refine((value) => value === '' || value.length >= PHONE_MIN_LENGTH, messages.phoneTooShort))

/** The company's settings to store. An absent field stays unchanged. */
export const settingsInput = z.object(
  {
    company_name: z.optional(companyNameField),
    output_format: z.optional(z.enum(OUTPUT_FORMATS, messages.outputFormatInvalid)),
    company_tel: z.optional(companyPhoneField),
    company_adress: z.optional(textField('Firma adresi', 1_000)),
    prices_with_vat: z.optional(z.nullable(z.boolean(messages.invalidInput))),
    idle_minutes: z.optional(z.nullable(z.literal([...IDLE_MINUTES], messages.invalidInput))),
    ...savingFields,
  },
  messages.invalidInput,
)

const passwordField = z._default(z.string(messages.passwordsRequired), '')

/** Both passwords as typed: neither trimmed nor folded. */
export const passwordChangeInput = z
  .object({ current_password: passwordField, new_password: passwordField }, messages.invalidInput)
  .check((payload) => {
    const problem = passwordChangeProblem(payload.value)
    if (problem === null) return
    const { field, message } = problem
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value })
  })

export const sessionIdInput = z.object({ id: idField }, messages.invalidInput)

/** The id of the logo's user; 0 or absent is the caller. */
export const logoInput = z.object({ user: z._default(idField, 0) }, messages.invalidInput)

export type SettingsInput = z.output<typeof settingsInput>
export type PasswordChangeInput = z.output<typeof passwordChangeInput>

/** The account's settings (specification §3); a save sends `version` back to detect conflicts. */
export const settings = /* @__PURE__ */ resultSchema(() => ({
  company_name: z.string(),
  output_format: z.string(),
  /** Address of the stored logo, '' without one; it changes with every upload. */
  logo_url: z.string(),
  license_type: z.string(),
  /** The end of the licence, `null` without one. */
  license_end: z.nullable(day),
  company_tel: z.string(),
  company_adress: z.string(),
  /** Whether prices of a new line are typed with VAT; `null`: as last on the device. */
  prices_with_vat: z.nullable(z.boolean()),
  /** Minutes without use after which a page's session ends; `null`: never. */
  idle_minutes: z.nullable(z.int()),
  version: z.int(),
}))
export type Settings = z.output<typeof settings>

/** One of the account's open logins. Instants are ISO 8601 in UTC. */
export type OpenSession = {
  id: number
  /**
   * `legacy` is a program on the old paths; `code`, `setup` and `pending` are incomplete logins, which wait for the
   * code, its set-up or the notice.
   */
  kind: 'web' | 'legacy' | 'pending' | 'code' | 'setup'
  /** 'Windows, Chrome'; '' when unknown. */
  device: string
  created_at: string
  last_seen_at: string
  expires_at: string
  /** Whether it is the caller's session. */
  current: boolean
}
