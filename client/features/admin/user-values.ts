import type { KeyAndVersion } from '#client/forms/use-form.ts'
import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { userPasswordProblem, userProblem } from '#shared/admin/rules.ts'
import { userInput, type User } from '#shared/admin/schema.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'

export const ROLES = [
  { value: AUTH_USER, label: 'Kullanıcı' },
  { value: AUTH_ADMIN, label: 'Admin' },
] as const

const FIELD_NAMES = [
  'username',
  'email',
  'name_surname',
  'auth',
  'company_name',
  'company_tel',
  'company_adress',
  'license_type',
  'license_end_date',
] as const

/** Form values: the role as text, the end of the licence as a `Day` or a text that is no date. */
export type UserValues = Record<(typeof FIELD_NAMES)[number] | 'new_password', string>

/** Rules of the fields, in the order of the form (specification §3, user). */
export const USER_RULES: FieldRules<UserValues> = {
  username: { label: 'Kullanıcı adı' },
  email: { label: 'E-posta' },
  name_surname: { label: 'Ad soyad' },
  auth: { label: 'Yetki', show: (text) => ROLES.find(({ value }) => String(value) === text)?.label ?? text },
  company_name: { label: 'Firma adı' },
  company_tel: { label: 'Firma telefonu' },
  company_adress: { label: 'Firma adresi' },
  license_type: { label: 'Lisans türü' },
  license_end_date: { label: 'Lisans bitişi', show: showDay },
  // A password must not be shown in a list of differences.
  new_password: { label: 'Yeni parola', differences: () => [] },
}

/** Returns the form values of a stored user, or of a new one. */
export function snapshotOf(user: User | null): { values: UserValues; version: number | null } {
  const texts = FIELD_NAMES.map((name) => [name, String(user?.[name] ?? '')])
  const values = Object.fromEntries([...texts, ['new_password', '']]) as UserValues
  return user === null
    ? { values: { ...values, auth: String(AUTH_USER) }, version: null }
    : { values, version: user.version }
}

/** Returns the form values as the input of the server. */
const fieldsOf = (values: UserValues) => ({
  ...values,
  license_end_date: values.license_end_date || null,
})

/** Returns all problems that the server would find, by the same schema and rules. */
export function userProblems(values: UserValues, stored: User | null): Problem<UserValues>[] {
  const trimmed = { username: values.username.trim(), email: values.email.trim() }
  const password = values.new_password.trim() === '' ? '' : values.new_password
  const broken = [userProblem(trimmed, stored), userPasswordProblem(password, { isNew: stored === null })]
  return fieldProblems(userInput, fieldsOf(values), broken)
}

/** Returns the input of `admin.saveUser`; `id` 0 creates a user. */
export const saveInput = (
  values: UserValues,
  keyAndVersion: KeyAndVersion & { id: number },
): RouterInputs['admin']['saveUser'] => ({ ...fieldsOf(values), ...keyAndVersion })
