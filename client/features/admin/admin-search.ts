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

const USER_SORTS: readonly UserSort[] = [
  'id',
  'username',
  'name_surname',
  'email',
  'company_name',
  'license_type',
  'license_end_date',
  'auth',
]
const FEEDBACK_SORTS: readonly FeedbackSort[] = ['created_at', 'sender_name', 'sender_email', 'subject']
const SHOP_SORTS: readonly ShopSort[] = [
  'company_name',
  'username',
  'staff',
  'license_end_date',
  'last_used_at',
  'kayit_sayisi',
  'bytes',
]

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
    const state = (['suspended', 'deleted'] as const).find((one) => one === raw['state'])
    const list = listParams(raw, {
      sorts: SHOP_SORTS,
      sizes: USER_PAGE_SIZES,
      maxText: MAX_NAME_LENGTH,
    })
    return nonDefaultParams<Record<string, unknown>>({ tab: 'shops', state, ...list }, SHOPS)
  }
  const isFeedbacks = raw['tab'] === 'feedbacks'
  const sizes = isFeedbacks ? FEEDBACK_PAGE_SIZES : USER_PAGE_SIZES
  const sorts = isFeedbacks ? FEEDBACK_SORTS : USER_SORTS
  const values = {
    tab: isFeedbacks ? 'feedbacks' : undefined,
    ...listParams(raw, { sorts, sizes, maxText: MAX_NAME_LENGTH }),
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
