import { expect, test } from 'vitest'

import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { setStatus } from '#server/kayit/status.ts'
import { AppError } from '#shared/errors.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { build, list, save } from '#tests/support/rows/kayit.ts'
import { expectRefusal, outcomeOf } from '#tests/support/rows/refusal.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const notFound = { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' } as const
const ROUNDS = 50

const item = (islem_adi: string) => ({ islem_adi, islem_adet: 1, fiyat_kurus: 100 })

test('exactly one of two saves of the same version wins, and wins whole', async () => {
  const ctx = await shop()
  const { kayit } = await build(ctx, {}, [item('ilk')])
  for (let version = 1; version <= ROUNDS; version++) {
    const editors = ['a', 'b'].map((name) =>
      save(ctx, {
        id: kayit.id,
        info: { aciklama: name },
        islemler: [item(`${name}1`), item(`${name}2`)],
        version,
      }).then(
        () => name,
        (error: unknown) => error,
      ),
    )
    const results = await Promise.all(editors)
    const winner = results.filter((result) => typeof result === 'string')
    const [loser] = results.filter((result) => typeof result !== 'string')
    expect(winner).toHaveLength(1)
    expect(loser).toBeInstanceOf(AppError)
    expect(loser).toMatchObject({ code: 'CONFLICT', message: 'Bu kayıt siz düzenlerken değiştirildi.' })
    const after = await getKayit(ctx, { kayit_id: kayit.id })
    expect(after).toMatchObject({ kayit: { aciklama: winner[0] }, version: version + 1 })
    expect(after.islemler.map((islem) => islem.islem_adi)).toEqual([`${winner[0]}1`, `${winner[0]}2`])
  }
})

test('every concurrent save without a version is applied, and the last one is stored whole', async () => {
  const ctx = await shop()
  const { kayit } = await build(ctx, {}, [item('ilk')])
  for (let round = 0; round < ROUNDS / 5; round++) {
    const callers = ['a', 'b', 'c', 'd'].map((name) =>
      save(ctx, { id: kayit.id, info: { aciklama: name }, islemler: [item(`${name}1`), item(`${name}2`)] }),
    )
    const versions = (await Promise.all(callers)).map((saved) => saved.version)
    expect(new Set(versions)).toEqual(new Set([2, 3, 4, 5].map((version) => version + round * 4)))
    const after = await getKayit(ctx, { kayit_id: kayit.id })
    const name = after.kayit.aciklama
    expect(after.islemler.map((islem) => islem.islem_adi)).toEqual([`${name}1`, `${name}2`])
  }
})

test('concurrent saves with one key create one record', async () => {
  const ctx = await shop()
  for (let round = 1; round <= ROUNDS; round++) {
    const clicks = ['a', 'b', 'c'].map((name) =>
      save(ctx, { info: { aciklama: name }, islemler: [item(name)], key: `anahtar-${round}` }),
    )
    const saved = await Promise.all(clicks)
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
    expect(new Set(saved.map(({ version }) => version))).toEqual(new Set([1, 2, 3]))
    expect((await list(ctx)).total).toBe(round)
  }
  const rows = await db.selectFrom('islem').where('shop_id', '=', ctx.actor.shop).select('id').execute()
  expect(rows).toHaveLength(ROUNDS)
})

test('a concurrent read sees the fields, the items and the version of one save', async () => {
  const ctx = await shop()
  const { kayit } = await build(ctx, { aciklama: '1' }, [item('1')])
  const writer = async () => {
    for (let version = 2; version <= 4 * ROUNDS; version++)
      await save(ctx, {
        id: kayit.id,
        info: { aciklama: String(version) },
        islemler: [item(String(version))],
      })
  }
  const reader = async () => {
    const torn: unknown[] = []
    for (let round = 0; round < 4 * ROUNDS; round++) {
      const { kayit: read, islemler, version } = await getKayit(ctx, { kayit_id: kayit.id })
      const seen = [read.aciklama, islemler.map((islem) => islem.islem_adi).join(), String(version)]
      if (new Set(seen).size > 1) torn.push(seen)
    }
    return torn
  }
  const [, ...torn] = await Promise.all([writer(), reader(), reader()])
  expect(torn.flat()).toEqual([])
})

test('concurrent status changes of the same records never deadlock, and each record gets one of them', async () => {
  const ctx = await shop()
  const ids: number[] = []
  for (const giris_tarihi of ['2026-10-05', '2026-11-05', '2026-12-05'])
    ids.push((await build(ctx, { giris_tarihi })).kayit.id)
  for (let round = 1; round <= ROUNDS; round++) {
    const callers = [ids, ids.toReversed(), ids.toReversed(), ids].map((order, caller) => {
      const durum = caller % 2 === 0 ? 'İptal' : 'Tamamlandı'
      const kayitlar = order.map((kayit_id) => ({ kayit_id, version: round, durum }))
      return outcomeOf(() => setStatus(ctx, { kayitlar, key: `tur-${round}-${caller}` }))
    })
    const refused = (await Promise.all(callers)).filter((outcome) => typeof outcome === 'string')
    expect(refused).toHaveLength(3)
    expect(refused[0]).toContain('bu arada değiştirildiği için')
  }
  expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
})

/** Returns the same database; `work` runs after each update, before the next statement. */
function afterUpdates(of: typeof db, work: () => Promise<void>) {
  const kinds = new WeakMap<object, string>()
  return of.withPlugin({
    transformQuery: ({ node, queryId }) => {
      kinds.set(queryId, node.kind)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (kinds.get(queryId) === 'UpdateQueryNode') await work()
      return result
    },
  })
}

test('a record that is restored just after its deletion found it in the trash is not reported as deleted', async () => {
  const ctx = await shop()
  const record = { kayit_id: (await build(ctx)).kayit.id }
  await deleteKayit(ctx, record)
  const kayitRace = afterUpdates(ctx.db, () => restoreKayit(ctx, record))
  await expectRefusal(deleteKayit({ ...ctx, db: kayitRace }, record), notFound)
  expect(await getKayit(ctx, record)).toMatchObject({ kayit: { id: record.kayit_id } })

  const expense = { id: (await spend(ctx)).id }
  await deleteExpense(ctx, expense)
  const expenseRace = afterUpdates(ctx.db, () => restoreExpense(ctx, expense))
  await expectRefusal(deleteExpense({ ...ctx, db: expenseRace }, expense), notFound)
})
