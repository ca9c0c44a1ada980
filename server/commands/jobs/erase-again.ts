import type { Kysely } from 'kysely'

import { eraseMemberAgain, eraseShopAgain } from '#server/admin/erase-again.ts'
import { hasAdmin } from '#server/auth/first-admin.ts'
import { BackupRefusal } from '#server/platform/backup/refusal.ts'
import type { MissingErasures } from '#server/platform/backup/missing-erasures.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { eraseCustomersAgain, eraseRowsAgain } from '#server/personal-data/erase-again.ts'

/** Customers that are erased together: their cars are read once. */
const BATCH = 100

/**
 * Carries out, within the transaction of a restore, the erasures that were registered after the backup (decision 25);
 * returns how many. Throws BackupRefusal where no administrator would be left.
 */
export async function eraseAgain(
  db: Kysely<DB>,
  { shops, users, customers, records, vehicles }: MissingErasures,
): Promise<number> {
  const erasedShops = new Set(shops.map(({ id }) => id))
  for (const { id, at } of shops) await eraseShopAgain({ db, now: at }, id)
  for (const { id, at } of await existing(db, users)) await eraseMemberAgain({ db, now: at }, id)
  const left = customers.filter(({ shop }) => !erasedShops.has(shop))
  for (const [shop, of] of Map.groupBy(left, (customer) => customer.shop))
    for (let from = 0; from < of.length; from += BATCH) {
      const batch = of.slice(from, from + BATCH)
      const at = new Date(Math.max(...batch.map((customer) => customer.at.getTime())))
      const ids = batch.map(({ id }) => id)
      await eraseCustomersAgain({ db, actor: { shop } }, ids, at)
    }
  const rows = Map.groupBy([...records, ...vehicles], ({ shop }) => shop)
  for (const [shop, of] of rows) {
    if (erasedShops.has(shop)) continue
    const at = new Date(Math.max(...of.map((row) => row.at.getTime())))
    const idsIn = (all: MissingErasures['records']) =>
      all.filter((row) => row.shop === shop).map(({ id }) => id)
    await eraseRowsAgain({ db, actor: { shop } }, { records: idsIn(records), vehicles: idsIn(vehicles) }, at)
  }
  const erased = shops.length + users.length + left.length
  if (erased > 0 && !(await hasAdmin(db)))
    throw new BackupRefusal('Yedekteki bütün yöneticiler sonradan silinmiş; bu yedek geri yüklenemez.')
  return erased
}

/** Without those who went with their shop. */
async function existing<T extends { id: number }>(db: Kysely<DB>, users: readonly T[]): Promise<T[]> {
  const rows = await db.selectFrom('users').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  return users.filter(({ id }) => ids.has(id))
}
