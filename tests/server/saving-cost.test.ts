import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const TABLE = /"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/

/**
 * Returns the statements that `work` runs, in order ('Update kayit' and so on), and how often it waits for results
 * before it sends more. Begin and commit are left out (saving-turns.test.ts).
 */
async function costOf(work: (db: Kysely<DB>) => Promise<unknown>) {
  const names = new Map<unknown, string>()
  const statements: string[] = []
  let waits = 0
  let isAnswered = true
  const watched: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const table = TABLE.exec(JSON.stringify(node))?.[1] ?? ''
      names.set(queryId, `${node.kind.replace('QueryNode', '')} ${table}`)
      if (isAnswered) waits += 1
      isAnswered = false
      return node
    },
    transformResult: ({ result, queryId }) => {
      statements.push(names.get(queryId) ?? '')
      isAnswered = true
      return Promise.resolve(result)
    },
  }
  await work(db.withPlugin(watched))
  return { statements, waits }
}

const oil = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 10_000 }
const wash = { islem_adi: 'Yıkama', islem_adet: 1, fiyat_kurus: 2_500 }
const pads = { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 5_000 }
const TAKE_KEY = 'Insert idempotency_keys'
const NAMES = 'Insert item_memory'
const NOTE_RESULT = 'Update idempotency_keys'
const LOG = 'Insert change'
/** The statement that takes the advisory locks of the shop's erasures, cars and customers. */
const LOCK = 'Select '

const TOTALS = ['status', 'day', 'operation', 'make'].map((of) => `Insert ${of}_totals`)
const CANDIDATES = ['Select vehicle', 'Select customer']
const VISITS = ['Update vehicle', 'Update customer']
const info = { musteri_tel: '0532 123 45 67' }

test('a new record waits for the database twice: it reads and writes', async () => {
  const ctx = userCtx(db, await buildUser(db))
  await save(ctx, { info, islemler: [oil] })
  const { statements, waits } = await costOf((db) =>
    save({ ...ctx, db }, { info, islemler: [oil, pads, wash], key: 'anahtar-1' }),
  )
  expect(waits).toBe(2)
  expect(statements).toEqual([
    TAKE_KEY,
    // A retry locks the record that its key has made.
    'Select kayit',
    LOCK,
    ...CANDIDATES,
    'Insert kayit',
    'Insert islem',
    NOTE_RESULT,
    LOG,
    ...VISITS,
    ...TOTALS,
    NAMES,
  ])
})

test('the first record of a car and a customer waits no more often', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { statements, waits } = await costOf((db) => save({ ...ctx, db }, { info, islemler: [oil] }))
  expect(waits).toBe(2)
  expect(statements).toEqual([
    LOCK,
    ...CANDIDATES,
    'Insert vehicle',
    'Insert customer',
    'Insert kayit',
    'Insert islem',
    LOG,
    ...TOTALS,
    NAMES,
  ])
})

test('a changed record is locked by a select and written by one update, and waits twice before it commits', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, islemler, version } = await save(ctx, { islemler: [oil, pads] })
  const change = { id, info: { aciklama: 'Yeni not' }, islemler, version, key: 'anahtar-1' }
  const { statements, waits } = await costOf((db) => save({ ...ctx, db }, change))
  expect(waits).toBe(2)
  expect(statements).toEqual([
    TAKE_KEY,
    'Select kayit',
    'Select islem',
    'Select belge',
    'Update kayit',
    NOTE_RESULT,
    LOG,
  ])
})

test('a new price of one item writes that item and each total once, and waits twice before it commits', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, islemler, version } = await save(ctx, { islemler: [oil, pads] })
  const dearer = islemler.map((item, index) => (index === 0 ? { ...item, fiyat_kurus: 12_000 } : item))
  const change = { id, info: {}, islemler: dearer, version, key: 'anahtar-1' }
  const { statements, waits } = await costOf((db) => save({ ...ctx, db }, change))
  expect(waits).toBe(2)
  expect(statements.slice(5)).toEqual([
    'Delete islem',
    'Insert islem',
    NOTE_RESULT,
    LOG,
    LOCK,
    ...VISITS,
    'Insert status_totals',
    'Insert day_totals',
    'Insert operation_totals',
    'Insert make_totals',
    NAMES,
  ])
})

test('another plate is looked for in one wait more', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, version } = await save(ctx, { info: { plaka: '34 A 1000' }, islemler: [oil] })
  const change = { id, info: { plaka: '34 A 1001' }, version }
  const { waits } = await costOf((db) => save({ ...ctx, db }, change))
  expect(waits).toBe(3)
})

test('a changed expense is locked by a select and written by one update', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, version } = await spend(ctx)
  const change = { id, version, note: 'Yeni not', key: 'anahtar-1' }
  const { statements } = await costOf((db) => spend({ ...ctx, db }, change))
  expect(statements).toEqual([TAKE_KEY, 'Select expense', 'Update expense', LOG, NOTE_RESULT])
})

test('a new expense adds to the total of its month in one statement', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { statements } = await costOf((db) => spend({ ...ctx, db }, { key: 'anahtar-1' }))
  expect(statements).toEqual([TAKE_KEY, 'Insert expense', NOTE_RESULT, LOG, 'Insert status_totals'])
})
