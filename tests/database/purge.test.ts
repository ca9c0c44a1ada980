import type { Kysely, QueryId } from 'kysely'
import { expect, test } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import { expenseRow } from '#server/expense/queries.ts'
import { purgeDeletedExpenses } from '#server/expense/operations.ts'
import { derivedColumns, purgeDeletedFeedbacks } from '#server/feedback/operations.ts'
import { EMPTY_KAYIT, islemRow, kayitRow } from '#server/kayit/derived.ts'
import { purgeDeleted } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { TEST_NOW, buildUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const line = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100 }
const expense = {
  title: 'Kira',
  amount_kurus: 1,
  spend_date: '2018-12-01',
  spread_date: null,
  note: '',
  method: null,
  category: '',
  vat_rate: null,
}
const feedback = { subject: 'Konu', message: 'Mesaj', sender_name: '', sender_phone: '', sender_email: '' }

const tables = {
  kayit: { purge: purgeDeleted, insert: insertKayitlar },
  expense: {
    purge: purgeDeletedExpenses,
    insert: (id: number, count: number) =>
      db
        .insertInto('expense')
        .values(deleted(count, expenseRow(id, expense)))
        .execute(),
  },
  feedback: {
    purge: purgeDeletedFeedbacks,
    insert: (shop_id: number, count: number) =>
      db
        .insertInto('feedback')
        .values(deleted(count, { shop_id, ...feedback, ...derivedColumns(feedback) }))
        .execute(),
  },
}

test.each(['kayit', 'expense', 'feedback'] as const)(
  'deleted rows of %s are purged a thousand per statement',
  async (table) => {
    const { purge, insert } = tables[table]
    const { id } = await buildUser(db)
    for (const count of [1_000, 1_000, 500]) await insert(id, count)
    const sizes: bigint[] = []
    expect(await purge(counting(sizes), TEST_NOW)).toBe(2_500)
    expect(sizes).toEqual([1_000n, 1_000n, 500n])
    expect(await db.selectFrom(table).select('id').execute()).toEqual([])
    expect(await db.selectFrom('islem').select('id').execute()).toEqual([])
  },
)

async function insertKayitlar(shop_id: number, count: number): Promise<void> {
  const fields = {
    ...EMPTY_KAYIT,
    musteri_adi_soyadi: 'Ayşe Işık',
    plaka: '34 A 1',
    kayit_tarihi: '2018-12-01',
  }
  const row = kayitRow(shop_id, fields, [line])
  const ids = await db.insertInto('kayit').values(deleted(count, row)).returning('id').execute()
  await db
    .insertInto('islem')
    .values(ids.map(({ id }) => islemRow({ shop_id, id }, line, 0)))
    .execute()
}

function deleted<Row>(count: number, row: Row): (Row & { deleted_at: Date })[] {
  return Array.from({ length: count }, () => ({ ...row, deleted_at: new Date('2019-01-01T00:00:00Z') }))
}

/** Returns the database, recording the number of rows that each statement deletes. */
function counting(sizes: bigint[]): Kysely<DB> {
  const deletions = new WeakSet<QueryId>()
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'DeleteQueryNode') deletions.add(queryId)
      return node
    },
    transformResult: ({ result, queryId }) => {
      if (deletions.has(queryId) && result.numAffectedRows !== undefined) sizes.push(result.numAffectedRows)
      return Promise.resolve(result)
    },
  })
}
