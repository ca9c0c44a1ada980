import { BASE_PATH } from '#shared/base.ts'

/**
 * Address of a user's logo, or '' without one. It contains the owner's id and the time of the upload, so that a
 * new logo is shown at once and no browser shows one user's picture to the next.
 */
export function logoUrl({ shop_id, logo_at }: { shop_id: number; logo_at: Date | null }): string {
  return logo_at === null ? '' : `${BASE_PATH}/api/logo?user=${shop_id}&v=${logo_at.getTime().toString(36)}`
}
