import { BASE_PATH } from '#shared/base.ts'

/** Address of a shop's logo, or ''. The time of the upload makes browsers show a new logo at once. */
export const logoUrl = ({ shop_id, logo_at }: { shop_id: number; logo_at: Date | null }): string =>
  logo_at === null ? '' : `${BASE_PATH}/api/logo?user=${shop_id}&v=${logo_at.getTime().toString(36)}`
