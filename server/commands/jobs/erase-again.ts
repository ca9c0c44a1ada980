import type { Kysely } from 'kysely'

import { eraseMemberAgain, removeShop } from '#server/admin/erase.ts'
import { hasAdmin } from '#server/auth/first-admin.ts'
import { BackupRefusal } from '#server/platform/backup/refusal.ts'
import type { MissingErasures } from '#server/platform/backup/registers.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { eraseCustomersAgain, eraseRowsAgain } from '#server/personal-data/erase.ts'

/** Customers that are erased together, so that their cars are read once. */
const BATCH = 100

/** Repeats erasures since the backup (decision 25); returns how many. Throws BackupRefusal without an administrator. */
export async function eraseAgain(
  db: Kysely<DB>,
  { shops, users, customers, records, vehicles }: MissingErasures,
): Promise<number> {
  const erasedShops = new Set(shops.map(({ id }) => id))
  for (const { id, at } of shops) await removeShop({ db, now: at }, id)
  const left = new Set((await db.selectFrom('users').select('id').execute()).map(({ id }) => id))
  // The others were erased with their shop.
  for (const { id, at } of users) if (left.has(id)) await eraseMemberAgain({ db, now: at }, id)
  const remaining = customers.filter(({ shop }) => !erasedShops.has(shop))
  for (const [shop, ofShop] of Map.groupBy(remaining, (customer) => customer.shop))
    for (let from = 0; from < ofShop.length; from += BATCH) {
      const batch = ofShop.slice(from, from + BATCH)
      const ids = batch.map(({ id }) => id)
      await eraseCustomersAgain({ db, actor: { shop } }, ids, latest(batch))
    }
  for (const [shop, rows] of Map.groupBy([...records, ...vehicles], (row) => row.shop)) {
    if (erasedShops.has(shop)) continue
    const idsIn = (all: Rows) => all.filter((row) => row.shop === shop).map(({ id }) => id)
    const ids = { records: idsIn(records), vehicles: idsIn(vehicles) }
    await eraseRowsAgain({ db, actor: { shop } }, ids, latest(rows))
  }
  const erased = shops.length + users.length + remaining.length
  if (erased > 0 && !(await hasAdmin(db)))
    throw new BackupRefusal('Yedekteki bütün yöneticiler sonradan silinmiş; bu yedek geri yüklenemez.')
  return erased
}

type Rows = MissingErasures['records']

const latest = (rows: Rows): Date => new Date(Math.max(...rows.map(({ at }) => at.getTime())))
