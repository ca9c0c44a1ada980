import * as z from 'zod/mini'

import { fieldChanges } from '#shared/change/rules.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { type ItemPackage, type ItemPackages, type PackageInput, packageItems } from '#shared/item/schema.ts'
import { formatTL } from '#shared/money.ts'
import { MAX_PACKAGES } from '#shared/options.ts'

import { deleteNamed, nameColumns, notFound, recordNamedUpdate, restoreNamed, saveNamed } from './named.ts'

/** Keeps the answer below 1.5 MB. */
const MAX_LISTED_PACKAGES = 2 * MAX_PACKAGES
const COLUMNS = ['id', 'name', 'items', 'version'] as const

type Row = Omit<ItemPackage, 'items'> & { items: string }
type Stored = Omit<ItemPackage, 'items'> & { items: z.output<typeof packageItems> }

const shown = ({ items, ...row }: Row): Stored => ({
  ...row,
  items: z.parse(packageItems, JSON.parse(items)),
})

/** A package for the change log: its items as one text. */
const inWords = ({ name, items }: Pick<Stored, 'name' | 'items'>) => ({
  name,
  items: items
    .map(({ islem_adi, islem_adet, fiyat_kurus }) => `${islem_adet} × ${islem_adi}, ${formatTL(fiyat_kurus)}`)
    .join('\n'),
})

const packagesOf = ({ db, actor }: UserCtx) =>
  db.selectFrom('item_package').where('shop_id', '=', actor.shop).where('deleted_at', 'is', null)

/**
 * The shop's ready packages in the order of their names. One that has more than it may, as races once allowed, gets the
 * first ones; deleting shows the others.
 */
export async function listPackages(ctx: UserCtx): Promise<ItemPackages> {
  const rows = await packagesOf(ctx)
    .orderBy('name_sort_key')
    .orderBy('id')
    .limit(MAX_LISTED_PACKAGES)
    .select(COLUMNS)
    .execute()
  return redactFor(ctx, { packages: rows.map(shown) })
}

/** Stores a ready package. Throws INVALID with the field, NOT_FOUND, or CONFLICT. */
export async function savePackage(ctx: UserCtx, input: PackageInput): Promise<ItemPackage> {
  requireRight(ctx, 'prices')
  const columns = { ...nameColumns(input.name), items: JSON.stringify(input.items) }
  return saveNamed<Stored>(ctx, input, {
    table: 'item_package',
    create: async ({ db, actor }) =>
      shown(
        await db
          .insertInto('item_package')
          .values({ shop_id: actor.shop, ...columns, created_at: ctx.now })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      ),
    change: async (trx, id) => {
      const stored = await requirePackage(trx, id)
      const { version } = stored
      requireVersion(version, input.version)
      const fields = fieldChanges(['name', 'items'], inWords(stored), inWords(input))
      await recordNamedUpdate(trx, 'item_package', { id, name: input.name, fields })
      return shown(
        await trx.db
          .updateTable('item_package')
          .set({ ...columns, version: version + 1 })
          .where('shop_id', '=', trx.actor.shop)
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      )
    },
    get: requirePackage,
  })
}

/** The package, locked until the end of the transaction. */
async function requirePackage(ctx: UserCtx, id: number): Promise<Stored> {
  const row = await packagesOf(ctx).where('id', '=', id).select(COLUMNS).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw notFound('item_package')
  return shown(row)
}

/** Deletes a ready package. Throws NOT_FOUND. */
export const deletePackage = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  deleteNamed(ctx, 'item_package', id)

/** Restores a deleted package. Throws as `restoreNamed`. */
export const restorePackage = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  restoreNamed(ctx, 'item_package', id)
