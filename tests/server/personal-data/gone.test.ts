import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit, purgeDeleted } from '#server/kayit/operations.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { info, linksOf, plant, WORDS } from '#tests/support/rows/personal-data.ts'
import { take } from '#tests/support/rows/payment.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const logOf = ({ actor }: UserCtx) =>
  db.selectFrom('change').where('shop_id', '=', actor.shop).orderBy('id').selectAll().execute()
/** Returns the columns that stay in a row of the log: actor, time and kind. */
const skeleton = (rows: Awaited<ReturnType<typeof logOf>>) =>
  rows.map(({ title: _title, detail: _detail, ...row }) => row)

async function purge() {
  const later = new Date(ctx.now.getTime() + 31 * 86_400_000)
  await purgeDeleted(db, later)
  await purgeOrphans(db, later)
}

test('a permanently deleted row leaves no text in the change log, and the log’s rows stay', async () => {
  const other = userCtx(db, await buildUser(db))
  const { records: stored } = await plant(db, other)
  const ofStored = async () => (await logOf(other)).filter(({ target_id }) => stored.includes(target_id ?? 0))
  const theirs = await ofStored()
  const { records } = await plant(db, ctx)
  // A record of another customer, who stays.
  const kept = await save(ctx, { info: { musteri_adi_soyadi: 'Ali Su', plaka: '06 A 1234' } })
  await save(ctx, { id: kept.id, info: { durum: 'Tamamlandı' } })
  for (const id of records) await deleteKayit(ctx, { kayit_id: id })
  // The record was removed by an older version, which did not clean the log.
  const gone = await db
    .selectFrom('change')
    .leftJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'change.shop_id').onRef('kayit.id', '=', 'change.target_id'),
    )
    .where('change.shop_id', '=', ctx.actor.shop)
    .where('noun', '=', 'kayit')
    .where('kayit.id', 'is', null)
    .select('change.id')
    .execute()
  await db
    .deleteFrom('change')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  await db.deleteFrom('data_request').where('shop_id', '=', ctx.actor.shop).execute()
  const before = await logOf(ctx)

  await purge()

  const rows = await dumpOf(db)
  const own = [...rows].map(([name, all]): [string, string[]] => [
    name,
    all.filter((row) => row.includes(`"shop_id":${ctx.actor.shop},`)),
  ])
  expect(hitsOf(new Map(own), WORDS)).toEqual({})
  const after = await logOf(ctx)
  expect(skeleton(after)).toEqual(skeleton(before))
  const ofKept = (all: typeof after) => all.filter(({ target_id }) => target_id === kept.id)
  expect(ofKept(after)).toEqual(ofKept(before))
  expect(ofKept(after)).toHaveLength(2)
  // The log of the other shop, whose records still exist, is unchanged.
  expect(await ofStored()).toEqual(theirs)
  expect(theirs.length).toBeGreaterThan(3)
})

test('a record that still exists keeps what it was called, although its first customer is gone', async () => {
  const { id } = await save(ctx, { info })
  await save(ctx, {
    id,
    info: { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21', tc_vergino: '' },
  })
  const before = await logOf(ctx)
  expect(before.map(({ detail }) => detail).join()).toContain('Kanarya')
  await purge()
  expect(await logOf(ctx)).toEqual(before)
})

test('a purge in which much was changed empties all of it', async () => {
  const { id } = await save(ctx, { info })
  const row = { shop_id: ctx.actor.shop, at: ctx.now, actor_id: ctx.actor.user, actor_name: 'usta' }
  const change = {
    ...row,
    channel: 'page' as const,
    noun: 'kayit',
    target_id: id,
    verb: 'update',
    title: 'Kanarya',
  }
  for (let batch = 0; batch < 5; batch++)
    await db
      .insertInto('change')
      .values(Array.from({ length: 1_000 }, () => change))
      .execute()
  await deleteKayit(ctx, { kayit_id: id })
  await purge()
  const titles = new Set((await logOf(ctx)).map(({ title }) => title))
  expect([...titles]).toEqual([''])
})

test('a record that is removed for good leaves its payments to its customer, who stays', async () => {
  const { id: kayit_id } = await save(ctx, { info: { musteri_adi_soyadi: 'Ali Su', plaka: '06 A 1234' } })
  await take(ctx, { kayit_id, amount_kurus: 70_000 })
  const { customer_id } = await linksOf(db, kayit_id)
  await deleteKayit(ctx, { kayit_id })
  await purge()
  const rows = await ownRows(ctx, 'payment').select(['kayit_id', 'customer_id', 'amount_kurus']).execute()
  expect(rows).toEqual([{ kayit_id: null, customer_id, amount_kurus: 70_000 }])
  const customers = await ownRows(ctx, 'customer').select('id').execute()
  expect(customers).toEqual([{ id: customer_id }])
})
