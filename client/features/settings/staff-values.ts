import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { FieldRules } from '#client/forms/merge.ts'
import type { KeyAndVersion } from '#client/forms/use-form.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { userPasswordProblem } from '#shared/admin/rules.ts'
import { memberProblem } from '#shared/staff/rules.ts'
import { type Member, staffInput } from '#shared/staff/schema.ts'

/** Rights that the owner chooses from: a role, the desk with or without expenses and statistics. */
export const ACCESS = [
  {
    value: 'desk',
    label: 'Büro',
    about:
      'Kayıtlar, araçlar, müşteriler ve fiyatlarla çalışır, belge verir. Giderleri, istatistikleri, firma ayarlarını ve çalışanları göremez.',
    role: 'desk',
    sees_figures: false,
  },
  {
    value: 'desk-figures',
    label: 'Büro, gider ve istatistiklerle',
    about: 'Büro gibi çalışır; giderleri ve istatistikleri de görür.',
    role: 'desk',
    sees_figures: true,
  },
  {
    value: 'mechanic',
    label: 'Usta',
    about:
      'Kayıtları, araçları ve müşterileri görür, kayıt açar ve düzenler. Hiçbir fiyatı, tutarı ve PDF belgesini göremez; silemez, liste indiremez.',
    role: 'mechanic',
    sees_figures: false,
  },
] as const

export const accessOf = (member: Pick<Member, 'role' | 'sees_figures'>) =>
  ACCESS.find(({ role, sees_figures }) => role === member.role && sees_figures === member.sees_figures) ??
  ACCESS[0]

export type StaffValues = Record<'username' | 'name_surname' | 'access' | 'new_password', string>

export const STAFF_RULES: FieldRules<StaffValues> = {
  name_surname: { label: 'Ad soyad' },
  username: { label: 'Kullanıcı adı' },
  access: { label: 'Yetki', show: (text) => ACCESS.find(({ value }) => value === text)?.label ?? text },
  // A password must not be shown in a list of differences.
  new_password: { label: 'Yeni parola', differences: () => [] },
}

/** Returns the form values of a stored member, or of a new one. */
export const snapshotOf = (member: Member | null) => ({
  values: {
    username: member?.username ?? '',
    name_surname: member?.name_surname ?? '',
    access: member === null ? ACCESS[0].value : accessOf(member).value,
    new_password: '',
  },
  version: member?.version ?? null,
})

/** Returns the form values as the input of the server. */
function fieldsOf({ access, ...values }: StaffValues) {
  const { role, sees_figures } = ACCESS.find(({ value }) => value === access) ?? ACCESS[0]
  return { ...values, role, sees_figures }
}

/** Returns all problems that the server would find, by the same schema and rules. */
export function staffProblems(values: StaffValues, stored: Member | null): Problem<StaffValues>[] {
  const password = values.new_password.trim() === '' ? '' : values.new_password
  const broken = [memberProblem(values), userPasswordProblem(password, { isNew: stored === null })]
  // The control offers no other rights.
  return fieldProblems<Omit<StaffValues, 'access'>>(staffInput, fieldsOf(values), broken)
}

/** Returns the input of `staff.save`; `id` 0 creates a member. */
export const saveInput = (
  values: StaffValues,
  keyAndVersion: KeyAndVersion & { id: number },
): RouterInputs['staff']['save'] => ({ ...fieldsOf(values), ...keyAndVersion })
