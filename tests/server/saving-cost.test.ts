import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const TABLE = /"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/

/** The statements that `work` runs, in order: 'Update kayit' and so on. */
async function statementsOf(work: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const watched: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const table = TABLE.exec(JSON.stringify(node))?.[1] ?? ''
      statements.push(`${node.kind.replace('QueryNode', '')} ${table}`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(db.withPlugin(watched))
  return statements
}

const oil = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 10_000 }
const pads = { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 5_000 }
/** The second finds what the version before stored; both travel together. */
const TAKE_KEY = ['Insert idempotency_keys', 'Select idempotency_keys']
const NAMES = 'Insert item_memory'
const NOTE_RESULT = 'Update idempotency_keys'
const LOG = 'Insert change'
/** An advisory lock: of the shop's erasures, and of its cars and customers. */
const LOCK = 'Select '

test('a new record costs one insert for its row, one each for its items, their names and the change log, three statements for its key and six for its links', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const info = { musteri_tel: '0532 123 45 67' }
  await save(ctx, { info, islemler: [oil] })
  const statements = await statementsOf((db) =>
    save({ ...ctx, db }, { info, islemler: [oil, pads], key: 'anahtar-1' }),
  )
  const totals = ['month', 'day', 'operation', 'status', 'make'].map((of) => `Insert ${of}_totals`)
  const links = [LOCK, 'Select vehicle', 'Select customer']
  const visits = [LOCK, 'Update vehicle', 'Update customer']
  const record = ['Insert kayit', 'Insert islem']
  expect(statements).toEqual([
    ...TAKE_KEY,
    ...links,
    ...record,
    NOTE_RESULT,
    LOG,
    ...visits,
    ...totals,
    NAMES,
  ])
})

test('a changed record is locked by a select and written by one update', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, islemler, version } = await save(ctx, { islemler: [oil, pads] })
  const reading = ['Select islem', 'Select belge']
  const change = { id, info: { aciklama: 'Yeni not' }, islemler, version, key: 'anahtar-1' }
  expect(await statementsOf((db) => save({ ...ctx, db }, change))).toEqual([
    ...TAKE_KEY,
    'Select kayit',
    'Update kayit',
    ...reading,
    LOG,
    NOTE_RESULT,
  ])
})

test('a new price of one item writes that item and each total once', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, islemler, version } = await save(ctx, { islemler: [oil, pads] })
  const dearer = islemler.map((item, index) => (index === 0 ? { ...item, fiyat_kurus: 12_000 } : item))
  const change = { id, info: {}, islemler: dearer, version, key: 'anahtar-1' }
  const statements = await statementsOf((db) => save({ ...ctx, db }, change))
  expect(statements.slice(6, -1)).toEqual([
    'Delete islem',
    'Insert islem',
    LOG,
    LOCK,
    'Update vehicle',
    'Update customer',
    'Insert month_totals',
    'Insert day_totals',
    'Insert operation_totals',
    'Insert make_totals',
    NAMES,
  ])
})

test('a changed expense is locked by a select and written by one update', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, version } = await spend(ctx)
  const change = { id, version, note: 'Yeni not', key: 'anahtar-1' }
  expect(await statementsOf((db) => spend({ ...ctx, db }, change))).toEqual([
    ...TAKE_KEY,
    'Select expense',
    'Update expense',
    LOG,
    NOTE_RESULT,
  ])
})
