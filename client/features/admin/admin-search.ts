import { nonDefaultParams, listParams } from '#client/lib/search-params.ts'
import type { ShopListInput, ShopSort, ShopState } from '#shared/admin/shops.ts'
import type { FeedbackListInput, FeedbackSort, UserListInput, UserSort } from '#shared/admin/schema.ts'
import {
  FEEDBACK_PAGE_SIZE,
  FEEDBACK_PAGE_SIZES,
  MAX_NAME_LENGTH,
  USER_PAGE_SIZE,
  USER_PAGE_SIZES,
} from '#shared/options.ts'

/*
 * The state of the screen in the URL. The file is in the first chunk (the router parses every address with it), so it
 * imports only types from the schema.
 */

/** Labels of the users' sort columns. */
export const USER_COLUMN_LABELS: Readonly<Record<UserSort, string>> = {
  id: 'No',
  username: 'Kullanıcı adı',
  name_surname: 'Ad soyad',
  email: 'E-posta',
  company_name: 'Firma',
  license_type: 'Lisans',
  license_end_date: 'Bitiş',
  auth: 'Yetki',
}

/** Labels of the feedbacks' sort columns. */
export const FEEDBACK_COLUMN_LABELS: Readonly<Record<FeedbackSort, string>> = {
  created_at: 'Tarih',
  sender_name: 'Gönderen',
  sender_email: 'E-posta',
  subject: 'Konu',
}

/** Labels of the shops' sort columns. */
export const SHOP_COLUMN_LABELS: Readonly<Record<ShopSort, string>> = {
  company_name: 'Firma',
  username: 'Kullanıcı adı',
  staff: 'Çalışan',
  license_end_date: 'Lisans bitişi',
  last_used_at: 'Son kullanım',
  kayit_sayisi: 'Kayıt',
  bytes: 'Dosyalar',
}

const SHOPS = {
  page: 1,
  size: USER_PAGE_SIZE,
  sort: 'company_name',
  dir: 'asc',
  q: '',
  state: 'current',
} as const
const USERS = { page: 1, size: USER_PAGE_SIZE, sort: 'id', dir: 'desc', q: '' } as const
const FEEDBACKS = { page: 1, size: FEEDBACK_PAGE_SIZE, sort: 'created_at', dir: 'desc', q: '' } as const

type AdminTab = 'users' | 'shops' | 'feedbacks' | 'backups'

type AdminSearch = {
  /** Absent for the users. */
  tab?: 'shops' | 'feedbacks' | 'backups'
  page?: number
  size?: number
  sort?: UserSort | FeedbackSort | ShopSort
  dir?: 'asc' | 'desc'
  q?: string
  /** Filter of the shops by their state. */
  state?: ShopState
}

export const tabOf = ({ tab }: AdminSearch): AdminTab => tab ?? 'users'

/** Returns the state that an address describes; drops the tab's defaults and invalid parameters. */
export function parseAdminSearch(raw: Readonly<Record<string, unknown>>): AdminSearch {
  if (raw['tab'] === 'backups') return { tab: 'backups' }
  if (raw['tab'] === 'shops') {
    const state = raw['state'] === 'suspended' || raw['state'] === 'deleted' ? raw['state'] : undefined
    const list = listParams(raw, {
      labels: SHOP_COLUMN_LABELS,
      sizes: USER_PAGE_SIZES,
      maxText: MAX_NAME_LENGTH,
    })
    return nonDefaultParams<Record<string, unknown>>({ tab: 'shops', state, ...list }, SHOPS)
  }
  const isFeedbacks = raw['tab'] === 'feedbacks'
  const sizes = isFeedbacks ? FEEDBACK_PAGE_SIZES : USER_PAGE_SIZES
  const labels = isFeedbacks ? FEEDBACK_COLUMN_LABELS : USER_COLUMN_LABELS
  const values = {
    tab: isFeedbacks ? 'feedbacks' : undefined,
    ...listParams(raw, { labels, sizes, maxText: MAX_NAME_LENGTH }),
  }
  return nonDefaultParams<Record<string, unknown>>(values, isFeedbacks ? FEEDBACKS : USERS)
}

/** Fills in the defaults of a parsed address, which has no undefined parameters. */
function withDefaults<Defaults extends object>(search: AdminSearch, defaults: Defaults) {
  const { tab: _, ...given } = search
  return { ...defaults, ...given }
}

/** Returns the input of the shop list. */
export const toShopInput = (search: AdminSearch) => withDefaults(search, SHOPS) as ShopListInput

/** Returns the input of the user list; the address must have been parsed for that tab. */
export const toUserInput = (search: AdminSearch) => withDefaults(search, USERS) as UserListInput
export const toFeedbackInput = (search: AdminSearch) => withDefaults(search, FEEDBACKS) as FeedbackListInput
