import { BASE_PATH } from '#shared/base.ts'

/**
 * Address of a user's logo, or '' without one. It contains the owner's id and the time of the upload, so that a
 * new logo is shown at once and no browser shows one user's picture to the next.
 */
export function logoUrl({ user_id, logo_at }: { user_id: number; logo_at: Date | null }): string {
  return logo_at === null ? '' : `${BASE_PATH}/api/logo?user=${user_id}&v=${logo_at.getTime().toString(36)}`
}
