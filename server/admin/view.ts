import type { Feedback, VersionedUser } from '#shared/admin/schema.ts'
import { logoUrl } from '#server/settings/logo-url.ts'

type UserRow = Omit<VersionedUser, 'company_logo' | 'license_end_date'> & {
  license_end_date: string | null
  logo_at: Date | null
}

/** A row with the address of its logo; no date is ''. */
export function userView({ logo_at, license_end_date, ...row }: UserRow): VersionedUser {
  return {
    ...row,
    company_logo: logoUrl({ user_id: row.id, logo_at }),
    license_end_date: license_end_date ?? '',
  }
}

export function feedbackView(row: Omit<Feedback, 'created_at'> & { created_at: Date }): Feedback {
  return { ...row, created_at: row.created_at.toISOString() }
}
