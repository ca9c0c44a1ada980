import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'

import { listChanges, listChangesOf } from '#server/change/list.ts'
import { purgeChanges } from '#server/personal-data/retention.ts'
import { listTrash } from '#server/change/trash.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { deletePackage, savePackage } from '#server/item/packages.ts'
import { deletePrice, savePrice } from '#server/item/prices.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { CHANGE_PAGE_SIZE, changeDetail, changeListInput, shownChange } from '#shared/change/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

const shop = async () => userCtx(db, await buildUser(db))
const at = (ctx: UserCtx, time: string): UserCtx => ({ ...ctx, now: new Date(time) })
const changes = (ctx: UserCtx, input: z.input<typeof changeListInput> = {}) =>
  listChanges(ctx, z.parse(changeListInput, input))
const oil = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }

describe('the history of a record', () => {
  test('has fields before and after, and what became of the items', async () => {
    const ctx = await shop()
    const { id, islemler } = await save(ctx, {
      info: { plaka: '34 ABC 12', musteri_adi_soyadi: 'Ali', km_bilgisi: '120.000' },
      islemler: [oil, { ...oil, islem_adi: 'Filtre' }],
    })
    const dearer = islemler.slice(0, 1).map((islem) => ({ ...islem, fiyat_kurus: 15_000 }))
    await save(ctx, { id, info: { km_bilgisi: '121000', durum: 'Tamamlandı' }, islemler: dearer })
    const { items, more } = await listChangesOf(ctx, { noun: 'kayit', id, page: 1 })
    expect(more).toBe(false)
    expect(items.map((change) => z.parse(shownChange, change))).toMatchObject([
      {
        verb: 'update',
        title: '34 ABC 12 · Ali',
        actor_name: ctx.actor.username,
        at: TEST_NOW.toISOString(),
        detail: {
          fields: [
            { name: 'km_bilgisi', before: 120_000, after: 121_000 },
            { name: 'durum', before: 'Devam Ediyor', after: 'Tamamlandı' },
          ],
          items: {
            added: [],
            removed: [{ ...oil, islem_adi: 'Filtre' }],
            changed: [{ before: oil, after: { ...oil, fiyat_kurus: 15_000 } }],
          },
        },
      },
      { verb: 'create', title: '34 ABC 12 · Ali', detail: {} },
    ])
  })

  test('another shop finds none of it', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const { id } = await save(ctx)
    expect(await listChangesOf(other, { noun: 'kayit', id, page: 1 })).toEqual({ items: [], more: false })
    expect((await changes(other)).items).toEqual([])
  })
})

describe("the shop's list", () => {
  test('is filtered by kind, person and day in Istanbul, the newest first', async () => {
    const ctx = await shop()
    const helper = await buildUser(db)
    const asHelper = { ...ctx, actor: { ...ctx.actor, user: helper.id, username: helper.username } }
    // The entries are from 00:30 and 23:30 in Istanbul.
    await save(at(ctx, '2026-11-18T21:30:00Z'))
    await spend(at(asHelper, '2026-11-19T20:30:00Z'))
    await save(at(ctx, '2026-11-19T21:00:00Z'))
    const shown = async (input: z.input<typeof changeListInput>) =>
      (await changes(ctx, input)).items.map(({ noun, at: time }) => `${noun} ${time.slice(8, 16)}`)
    expect(await shown({})).toEqual(['kayit 19T21:00', 'expense 19T20:30', 'kayit 18T21:30'])
    expect(await shown({ noun: 'kayit' })).toEqual(['kayit 19T21:00', 'kayit 18T21:30'])
    expect(await shown({ actor: helper.id })).toEqual(['expense 19T20:30'])
    expect(await shown({ from: '2026-11-19', to: '2026-11-19' })).toEqual([
      'expense 19T20:30',
      'kayit 18T21:30',
    ])
    expect(await shown({ from: '2026-11-20' })).toEqual(['kayit 19T21:00'])
    expect(await shown({ to: '2026-11-18' })).toEqual([])
  })

  test('has pages, each change on one of them', async () => {
    const ctx = await shop()
    const row = { actor_id: ctx.actor.user, actor_name: 'usta', channel: 'page' as const, noun: 'kayit' }
    await db
      .insertInto('change')
      .values(
        Array.from({ length: CHANGE_PAGE_SIZE + 3 }, (_, i) => ({
          ...row,
          shop_id: ctx.actor.shop,
          at: TEST_NOW,
          verb: 'update',
          title: String(i),
        })),
      )
      .execute()
    const [first, second] = [await changes(ctx), await changes(ctx, { page: 2 })]
    expect([first.more, second.more]).toEqual([true, false])
    const titles = [...first.items, ...second.items].map(({ title }) => Number(title))
    expect(titles).toEqual(Array.from({ length: CHANGE_PAGE_SIZE + 3 }, (_, i) => CHANGE_PAGE_SIZE + 2 - i))
  })

  test('loses what is older than two years, and nothing else', async () => {
    const ctx = await shop()
    await save(at(ctx, '2024-11-20T09:00:00Z'))
    await save(at(ctx, '2024-11-22T09:00:00Z'))
    const removed = await purgeChanges(db, TEST_NOW)
    expect(removed).toBeGreaterThanOrEqual(1)
    expect((await changes(ctx)).items.map((change) => change.at)).toEqual(['2024-11-22T09:00:00.000Z'])
  })

  test('the stored entries are what the schema allows', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, { islemler: [oil] })
    await save(ctx, { id, info: { plaka: '06 XYZ 1', cikis_tarihi: '2026-11-20' }, islemler: [] })
    const { items } = await changes(ctx)
    for (const { detail } of items) expect(z.parse(changeDetail, detail)).toEqual(detail)
  })
})

describe('a deleted row', () => {
  test('is listed with its amount and who deleted it, the last first, until it is restored', async () => {
    const ctx = await shop()
    const { id: kayit_id } = await save(ctx, {
      info: { plaka: '34 ABC 12', musteri_adi_soyadi: 'Ali' },
      islemler: [oil],
    })
    const expense = await spend(ctx)
    const price = await savePrice(ctx, { id: 0, name: 'Balata', price_kurus: 900, quantity: 1 })
    const bundle = await savePackage(ctx, { id: 0, name: 'Bakım', items: [oil] })
    await deleteKayit(at(ctx, '2026-11-20T09:00:00Z'), { kayit_id })
    await deleteExpense(at(ctx, '2026-11-20T10:00:00Z'), expense)
    await deletePrice(at(ctx, '2026-11-20T11:00:00Z'), price)
    await deletePackage(at(ctx, '2026-11-20T12:00:00Z'), bundle)
    const { items, more } = await listTrash(ctx, { page: 1 })
    expect(more).toBe(false)
    expect(items.map(({ noun, title, amount_kurus }) => [noun, title, amount_kurus])).toEqual([
      ['package', 'Bakım', null],
      ['price', 'Balata', 900],
      ['expense', 'Kira', 125_050],
      ['kayit', '34 ABC 12 · Ali', 12_000],
    ])
    expect(new Set(items.map((it) => it.deleted_by))).toEqual(new Set([ctx.actor.username]))
    await restoreKayit(ctx, { kayit_id })
    await restoreExpense(ctx, expense)
    expect((await listTrash(ctx, { page: 1 })).items.map(({ noun }) => noun)).toEqual(['package', 'price'])
  })

  test('is not listed after thirty days, nor in another shop', async () => {
    const [ctx, other] = [await shop(), await shop()]
    await deleteExpense(at(ctx, '2026-10-20T09:00:00Z'), await spend(ctx))
    await deleteExpense(at(ctx, '2026-10-23T09:00:00Z'), await spend(ctx))
    expect((await listTrash(ctx, { page: 1 })).items).toHaveLength(1)
    expect((await listTrash(other, { page: 1 })).items).toEqual([])
  })

  test('is listed on pages that mix the kinds', async () => {
    const ctx = await shop()
    for (let i = 0; i < CHANGE_PAGE_SIZE / 2 + 2; i += 1) {
      await deleteExpense(ctx, await spend(ctx))
      const { id: kayit_id } = await save(ctx)
      await deleteKayit(ctx, { kayit_id })
    }
    const [first, second] = [await listTrash(ctx, { page: 1 }), await listTrash(ctx, { page: 2 })]
    expect([first.items.length, first.more, second.items.length, second.more]).toEqual([
      CHANGE_PAGE_SIZE,
      true,
      4,
      false,
    ])
    const keys = [...first.items, ...second.items].map(({ noun, id }) => `${noun} ${id}`)
    expect(new Set(keys).size).toBe(CHANGE_PAGE_SIZE + 4)
  })
})
