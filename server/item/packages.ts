import * as z from 'zod/mini'

import { type UserCtx, redactFor } from '#server/platform/core/context.ts'
import { liveRows } from '#server/platform/core/own-rows.ts'
import { type ItemPackage, type ItemPackages, type PackageInput, packageItems } from '#shared/item/schema.ts'
import { formatTL } from '#shared/money.ts'
import { MAX_PACKAGES } from '#shared/options.ts'

import { deleteNamed, type NamedKind, restoreNamed, saveNamed } from './named.ts'

/** Keeps the answer below 1.5 MB. */
const MAX_LISTED_PACKAGES = 2 * MAX_PACKAGES
const COLUMNS = ['id', 'name', 'items', 'version'] as const

type Row = Omit<ItemPackage, 'items'> & { items: string }
type Stored = Omit<ItemPackage, 'items'> & { items: z.output<typeof packageItems> }

const shown = ({ items, ...row }: Row): Stored => ({
  ...row,
  items: z.parse(packageItems, JSON.parse(items)),
})

const PACKAGES: NamedKind<PackageInput, Stored> = {
  table: 'item_package',
  columnsOf: ({ items }) => ({ items: JSON.stringify(items) }),
  columns: COLUMNS,
  shown,
  // The items as one text.
  logged: ({ name, items }) => ({ name, items: items.map(inWords).join('\n') }),
}

const inWords = ({ islem_adi, islem_adet, fiyat_kurus }: Stored['items'][number]) =>
  `${islem_adet} × ${islem_adi}, ${formatTL(fiyat_kurus)}`

/** Returns the shop's first ready packages by name; a race may have stored more than the limit. */
export async function listPackages(ctx: UserCtx): Promise<ItemPackages> {
  const rows = await liveRows(ctx, 'item_package')
    .orderBy('name_sort_key')
    .orderBy('id')
    .limit(MAX_LISTED_PACKAGES)
    .select(COLUMNS)
    .execute()
  return redactFor(ctx, { packages: rows.map(shown) })
}

/** Stores a ready package. Throws as `saveNamed`. */
export const savePackage = (ctx: UserCtx, input: PackageInput): Promise<ItemPackage> =>
  saveNamed(ctx, PACKAGES, input)

/** Deletes a ready package, and brings it back. */
export const [deletePackage, restorePackage] = [deleteNamed('item_package'), restoreNamed('item_package')]
