import { changeOf, keptParams, listParams } from '#client/lib/search-params.ts'
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

/** The sort columns of the users, with their labels. */
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

/** The sort columns of the feedbacks, with their labels. */
export const FEEDBACK_COLUMN_LABELS: Readonly<Record<FeedbackSort, string>> = {
  created_at: 'Tarih',
  sender_name: 'Gönderen',
  sender_email: 'E-posta',
  subject: 'Konu',
}

const USERS = { page: 1, size: USER_PAGE_SIZE, sort: 'id', dir: 'desc', q: '' } as const
const FEEDBACKS = { page: 1, size: FEEDBACK_PAGE_SIZE, sort: 'created_at', dir: 'desc', q: '' } as const

export type AdminTab = 'users' | 'feedbacks' | 'backups'

export type AdminSearch = {
  /** Absent means the users. */
  tab?: 'feedbacks' | 'backups'
  page?: number
  size?: number
  sort?: UserSort | FeedbackSort
  dir?: 'asc' | 'desc'
  q?: string
}

export const tabOf = ({ tab }: AdminSearch): AdminTab => tab ?? 'users'

/** Reads the state from an address; defaults of the tab and invalid parameters are dropped. */
export function parseAdminSearch(raw: Readonly<Record<string, unknown>>): AdminSearch {
  if (raw['tab'] === 'backups') return { tab: 'backups' }
  const isFeedbacks = raw['tab'] === 'feedbacks'
  const sizes = isFeedbacks ? FEEDBACK_PAGE_SIZES : USER_PAGE_SIZES
  const labels = isFeedbacks ? FEEDBACK_COLUMN_LABELS : USER_COLUMN_LABELS
  const values = {
    tab: isFeedbacks ? 'feedbacks' : undefined,
    ...listParams(raw, { labels, sizes, maxText: MAX_NAME_LENGTH }),
  }
  return keptParams<Record<string, unknown>>(values, isFeedbacks ? FEEDBACKS : USERS)
}

/** Changes the state; any change except that of the page leads to page 1. */
export const changeSearch = changeOf(parseAdminSearch)

/** The parsed address with its defaults filled in. */
const whole = ({ page, size, sort, dir, q }: AdminSearch, defaults: typeof USERS | typeof FEEDBACKS) => ({
  page: page ?? defaults.page,
  size: size ?? defaults.size,
  sort: sort ?? defaults.sort,
  dir: dir ?? defaults.dir,
  q: q ?? defaults.q,
})

/** The input of the list query, from an address that was parsed for its tab. */
export const toUserInput = (search: AdminSearch) => whole(search, USERS) as UserListInput
export const toFeedbackInput = (search: AdminSearch) => whole(search, FEEDBACKS) as FeedbackListInput
