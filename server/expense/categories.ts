import { sql } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import { AppError } from '#shared/errors.ts'
import { categoryMessages, readCategories, renamesIn } from '#shared/expense/categories.ts'
import type { CategoriesInput } from '#shared/expense/schema.ts'

/** Returns the shop's categories in its own order. Throws FORBIDDEN. */
export async function listCategories(ctx: UserCtx): Promise<{ categories: readonly string[] }> {
  requireRight(ctx, 'figures')
  const { expense_categories } = await storedList(ctx).executeTakeFirstOrThrow()
  return { categories: readCategories(expense_categories) }
}

const storedList = ({ db, actor }: ShopCtx) =>
  db.selectFrom('shops').where('id', '=', actor.shop).select('expense_categories')

/**
 * Replaces the shop's categories. A renamed category is renamed in its expenses, also in deleted ones; the expenses of a
 * removed one keep it. Throws FORBIDDEN, and CONFLICT when the list has changed since the caller read it.
 */
export async function saveCategories(
  ctx: UserCtx,
  { loaded, categories }: CategoriesInput,
): Promise<{ categories: readonly string[] }> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const { expense_categories } = await storedList(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = readCategories(expense_categories)
    const after = categories.map(({ name }) => name)
    if (isEqual(before, after)) return { categories: before }
    if (!isEqual(before, loaded)) throw new AppError('CONFLICT', categoryMessages.listChanged)
    await trx.db
      .updateTable('shops')
      .set({ expense_categories: JSON.stringify(after) })
      .where('id', '=', ctx.actor.shop)
      .execute()
    await renameStored(
      trx,
      renamesIn(categories).filter(([name]) => before.includes(name)),
    )
    const field = { name: 'expense_categories', before: before.join(', '), after: after.join(', ') }
    await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields: [field] } })
    return { categories: after }
  })
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Renames all at once, so that two categories can swap their names. An open form then learns of the change. */
async function renameStored(ctx: UserCtx, renames: readonly [before: string, name: string][]): Promise<void> {
  if (renames.length === 0) return
  const cases = renames.map(([before, name]) => sql`when category = ${before} then ${name}`)
  for (const table of ['expense', 'expense_repetition'] as const)
    await updateOwn(ctx, table as 'expense')
      .set({
        category: sql<string>`case ${sql.join(cases, sql` `)} else category end`,
        version: sql<number>`version + 1`,
        updated_at: ctx.now,
      })
      .where(
        'category',
        'in',
        renames.map(([before]) => before),
      )
      .execute()
}

/**
 * Returns a function that throws INVALID unless the shop's list has the category. The list is locked until the end of
 * the transaction, before any expense, so that no category is renamed in between.
 */
export async function lockCategories(ctx: ShopCtx): Promise<(category: string) => void> {
  const { expense_categories } = await storedList(ctx).forShare().executeTakeFirstOrThrow()
  const categories = readCategories(expense_categories)
  return (category) => {
    if (categories.includes(category)) return
    throw new AppError('INVALID', categoryMessages.notListed, { field: 'category' })
  }
}
