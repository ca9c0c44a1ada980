import type { RouterInputs } from '#client/lib/api.ts'
import { startDraft, type VersionedDraft } from '#client/lib/versioned-draft.ts'
import { userPasswordProblem, userProblem } from '#shared/admin/rules.ts'
import { userInput, type VersionedUser } from '#shared/admin/schema.ts'
import { formatDay, isDay } from '#shared/date.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'

/** The fields in the order of the form, with their labels (specification §3, user). */
export const FIELD_LABELS = {
  username: 'Kullanıcı adı',
  email: 'E-posta',
  name_surname: 'Ad soyad',
  company_name: 'Firma adı',
  company_tel: 'Firma telefonu',
  company_adress: 'Firma adresi',
  license_type: 'Lisans türü',
  license_end_date: 'Lisans bitişi',
  auth: 'Yetki',
} as const

export const ROLES = [
  { value: AUTH_USER, label: 'Kullanıcı' },
  { value: AUTH_ADMIN, label: 'Admin' },
] as const

export type UserField = keyof typeof FIELD_LABELS
const FIELD_NAMES = Object.keys(FIELD_LABELS) as UserField[]

/** What is typed; the role as text, the end of the licence a `Day`, or the text that is none. */
export type UserValues = Record<UserField, string>
export type UserDraft = VersionedDraft<UserValues>

const NEW_USER: UserValues = {
  username: '',
  email: '',
  name_surname: '',
  company_name: '',
  company_tel: '',
  company_adress: '',
  license_type: '',
  license_end_date: '',
  auth: String(AUTH_USER),
}

/** The form of a user, or of a new one. */
export function userDraft(user: VersionedUser | null): UserDraft {
  if (user === null) return startDraft(NEW_USER, 0)
  const entries = FIELD_NAMES.map((name) => [name, String(user[name])])
  return startDraft(Object.fromEntries(entries) as UserValues, user.version)
}

export type UserProblems = Partial<Record<UserField | 'new_password', string>>

/** What the server would refuse, by the same schema and the same rules; nothing when all is well. */
export function userProblems(
  values: UserValues,
  password: string,
  { stored }: { stored: VersionedUser | null },
): UserProblems {
  const problems: UserProblems = {}
  for (const { path, message } of userInput.safeParse(values).error?.issues ?? [])
    problems[path[0] as UserField] ??= message
  const trimmed = { username: values.username.trim(), email: values.email.trim() }
  const typed = password.trim() === '' ? '' : password
  for (const problem of [
    userProblem(trimmed, stored),
    userPasswordProblem(typed, { isNew: stored === null }),
  ])
    if (problem !== null) problems[problem.field] ??= problem.message
  return problems
}

/** The first wrong field in the order of the form. */
export const firstWrong = (problems: UserProblems) =>
  ([...FIELD_NAMES, 'new_password'] as const).find((name) => problems[name] !== undefined)

/** What `admin.saveUser` is called with; `id` 0 creates, and `key` makes one user of a retry. */
export function saveInput(
  { values, version }: UserDraft,
  { id, password, key }: { id: number; password: string; key: string },
): RouterInputs['admin']['saveUser'] {
  const sent = { ...values, id, new_password: password }
  return version === 0 ? { ...sent, key } : { ...sent, key, version }
}

/** A stored value as a person reads it. */
export function shownValue(name: UserField, value: string): string {
  if (name === 'auth') return ROLES.find((role) => String(role.value) === value)?.label ?? value
  return name === 'license_end_date' && isDay(value) ? formatDay(value) : value
}
