import * as z from 'zod/mini'

import { dayField, directionField, idField, pageField, textField, versionField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { USER_PAGE_SIZE, USER_PAGE_SIZES } from '#shared/options.ts'
import { count, day, resultSchema, rowId } from '#shared/values.ts'

import { MAX_SUSPENSION_REASON as MAX_REASON, shopMessages } from './shop-messages.ts'

/** Shops of one change of licences, at most. */
const MAX_LICENSES = 200

/** The shops that the list can show; `current` are those that are not deleted. */
export const SHOP_STATES = ['current', 'suspended', 'deleted'] as const
export type ShopState = (typeof SHOP_STATES)[number]

const SHOP_SORTS = [
  'company_name',
  'username',
  'staff',
  'license_end_date',
  'last_used_at',
  'kayit_sayisi',
  'bytes',
] as const
export type ShopSort = (typeof SHOP_SORTS)[number]

/** One page of the shops; by default the shops that are not deleted, by name. */
export const shopListInput = z.object(
  {
    q: z._default(textField('Arama'), ''),
    state: z._default(z.enum(SHOP_STATES, messages.invalidInput), 'current'),
    sort: z._default(z.enum(SHOP_SORTS, messages.invalidInput), 'company_name'),
    dir: z._default(directionField, 'asc'),
    page: pageField,
    size: z._default(z.literal([...USER_PAGE_SIZES], messages.invalidInput), USER_PAGE_SIZE),
  },
  messages.invalidInput,
)
export type ShopListInput = z.output<typeof shopListInput>

export const shopIdInput = z.object({ id: idField }, messages.invalidInput)

const fields = () => ({
  /** The id of the shop's owner. */
  id: rowId,
  username: z.string(),
  name_surname: z.string(),
  company_name: z.string(),
  auth: z.int(),
  license_type: z.string(),
  license_end_date: z.nullable(day),
  version: z.int(),
  suspended_at: z.nullable(z.iso.datetime()),
  deleted_at: z.nullable(z.iso.datetime()),
  /** Staff who may log in; `sessions` counts the open sessions of all users of the shop. */
  staff: count,
  sessions: count,
  /** The last use or login of any user; `null`: none within 90 days. */
  last_used_at: z.nullable(z.iso.datetime()),
  /** The daily counts of the shop's records and bytes; `null` before the first count. */
  kayit_sayisi: z.nullable(count),
  bytes: z.nullable(count),
})

/** A shop as administrators see it: facts about its use, never its data. */
const shopRow = /* @__PURE__ */ resultSchema(fields)
export type ShopRow = z.output<typeof shopRow>
export type ShopPage = { items: ShopRow[]; total: number }

/** One shop with what it stores now, and the staff whose accounts are closed. */
const shopDetail = /* @__PURE__ */ resultSchema(() => ({
  ...fields(),
  suspended_reason: z.string(),
  logo_bytes: count,
  belge_bytes: count,
  closed_staff: z.array(z.strictObject({ id: rowId, username: z.string(), closed_at: z.iso.datetime() })),
}))
export type ShopDetail = z.output<typeof shopDetail>

export const suspendInput = z.object(
  { id: idField, reason: z._default(textField('Gerekçe', MAX_REASON), '') },
  messages.invalidInput,
)

const endDay = z.pipe(
  dayField,
  z.transform((value, context) => {
    if (value !== null) return value
    context.issues.push({ code: 'custom', message: shopMessages.dayRequired, input: value })
    return z.NEVER
  }),
)

/** A change of several shops' licences: one new end for all, or a month or a year added to each shop's own end. */
export const licensesInput = z.object(
  {
    shops: z
      .array(z.object({ id: idField, version: versionField }, messages.invalidInput), messages.invalidInput)
      .check(z.minLength(1, shopMessages.noShops), z.maxLength(MAX_LICENSES, shopMessages.tooManyShops)),
    step: z.union(
      [z.object({ to: endDay }), z.object({ by: z.enum(['month', 'year']) })],
      shopMessages.dayRequired,
    ),
  },
  messages.invalidInput,
)
export type LicensesInput = z.output<typeof licensesInput>

const reason = textField('Gerekçe', MAX_REASON).check((payload) => {
  if (payload.value === '')
    payload.issues.push({ code: 'custom', message: shopMessages.reasonRequired, input: payload.value })
})

/** The permanent erasure of a shop: the owner's user name, typed again, and the reason. */
export const eraseShopInput = z.object(
  { id: idField, username: textField('Kullanıcı adı'), reason },
  messages.invalidInput,
)
export type EraseShopInput = z.output<typeof eraseShopInput>

export const eraseMemberInput = z.object({ id: idField, reason }, messages.invalidInput)
export type EraseMemberInput = z.output<typeof eraseMemberInput>
