import * as z from 'zod/mini'

import { dayField, idField, pageField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, kurus, price, resultSchema, rowId } from '#shared/values.ts'

/** The kinds of changed things. */
export const CHANGE_NOUNS = [
  'kayit',
  'expense',
  'repetition',
  'payment',
  'day_end',
  'vehicle',
  'customer',
  'price',
  'package',
  'settings',
  'logo',
  'user',
  'feedback',
  'export',
  'backup',
  'request',
] as const
export type ChangeNoun = (typeof CHANGE_NOUNS)[number]

export const CHANGE_VERBS = [
  'create',
  'update',
  'delete',
  'restore',
  'merge',
  'separate',
  'link',
  'refund',
  'reverse',
  'open',
  'skip',
  'end',
  'share',
  'whatsapp',
  'copy',
  'mail',
  'view',
  'unshare',
  'intake',
  'delivery',
  'arrive',
  'quote',
  'add',
  'approve',
  'refuse',
  'password',
  'reset-link',
  'factor-on',
  'factor-off',
  'recovery-codes',
  'passkey-add',
  'passkey-rename',
  'passkey-remove',
  'read',
  'suspend',
  'reopen',
  'erase',
  'remind',
  'notify',
  'sell',
] as const
export type ChangeVerb = (typeof CHANGE_VERBS)[number]

/** 'link' is the public page of a link, whose caller is no user. */
const CHANGE_CHANNELS = ['page', 'legacy', 'job', 'link'] as const

export const CHANGE_PAGE_SIZE = 50

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
/** A field before and after the change, in stored form: kuruş, days. */
const fieldChange = z.strictObject({ name: z.string(), before: value, after: value })
export type FieldChange = z.output<typeof fieldChange>

const itemLine = z.strictObject({ islem_adi: z.string(), islem_adet: count, fiyat_kurus: price })
export type ItemLine = z.output<typeof itemLine>

const itemChanges = z.strictObject({
  added: z.array(itemLine),
  removed: z.array(itemLine),
  changed: z.array(z.strictObject({ before: itemLine, after: itemLine })),
})
export type ItemChanges = z.output<typeof itemChanges>

/** The details of a change, beside its noun, verb and title. */
export const changeDetail = z.strictObject({
  fields: z.optional(z.array(fieldChange)),
  items: z.optional(itemChanges),
  /** The number of rows that were read at once, and the format of their file. */
  count: z.optional(count),
  format: z.optional(z.string()),
  /** The other part of the change: the car or customer on the other side of a merge, the reminder, or the passkey. */
  other: z.optional(z.string()),
})
export type ChangeDetail = z.output<typeof changeDetail>

export const shownChange = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  at: z.iso.datetime(),
  actor_id: rowId,
  actor_name: z.string(),
  channel: z.enum(CHANGE_CHANNELS),
  noun: z.enum(CHANGE_NOUNS),
  target_id: z.nullable(rowId),
  verb: z.enum(CHANGE_VERBS),
  title: z.string(),
  detail: changeDetail,
}))
export type ShownChange = z.output<typeof shownChange>

/** One page of changes, the newest first; `more`: further ones follow. */
export type ChangePage = { items: ShownChange[]; more: boolean }

/** A page of the shop's changes, with the users by whom it can be filtered. */
export type ShopChanges = ChangePage & { people: { id: number; name: string }[] }

/** A filter of the shop's changes: by user, kind and days. */
export const changeListInput = z.object(
  {
    noun: z.optional(z.enum(CHANGE_NOUNS, messages.invalidInput)),
    actor: z.optional(idField),
    from: z.optional(dayField),
    to: z.optional(dayField),
    page: pageField,
  },
  messages.invalidInput,
)
export type ChangeListInput = z.output<typeof changeListInput>

/** The changes of one record or expense. */
export const changesOfInput = z.object(
  { noun: z.enum(['kayit', 'expense'], messages.invalidInput), id: idField, page: pageField },
  messages.invalidInput,
)
export type ChangesOfInput = z.output<typeof changesOfInput>

/** The kinds of deleted things that can be restored. */
const TRASH_NOUNS = ['kayit', 'expense', 'price', 'package'] as const
export type TrashNoun = (typeof TRASH_NOUNS)[number]

/** A deleted thing that can be restored. */
export const trashed = /* @__PURE__ */ resultSchema(() => ({
  noun: z.enum(TRASH_NOUNS),
  id: rowId,
  title: z.string(),
  /** `null` for a thing without an amount, such as a package. */
  amount_kurus: z.nullable(kurus),
  deleted_at: z.iso.datetime(),
  /** The name of the user who deleted it; '' for a deletion before names were stored. */
  deleted_by: z.string(),
}))
export type Trashed = z.output<typeof trashed>

export const trashInput = z.object({ page: pageField }, messages.invalidInput)
/** One page of the trash, the last deleted first. */
export type TrashPage = { items: Trashed[]; more: boolean }
