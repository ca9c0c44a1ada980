import { logoUrl } from '#server/platform/core/logo-url.ts'
import type { User } from '#shared/admin/schema.ts'

/** A user's row with the address of the logo. */
export function userView({ logo_at, ...row }: Omit<User, 'company_logo'> & { logo_at: Date | null }): User {
  return { ...row, company_logo: logoUrl({ shop_id: row.id, logo_at }) }
}
