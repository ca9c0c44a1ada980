import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { getComparedStats } from '#server/stats/operations.ts'
import { recountTotals } from '#server/stats/recount.ts'
import type { ComparedStats, PeriodFigures, Stats } from '#shared/stats/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { discounted, type SentItem } from '#tests/support/rows/discount.ts'
import { allExpenses, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { allKayit, save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

const day = fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01')
const today = fc.constantFrom('2026-10-01', '2026-10-31', '2026-11-15', '2026-11-30', '2026-12-01')
const item = fc.record({
  islem_adi: fc.constantFrom(
    'yağ',
    'YAĞ',
    'Işık',
    'ışık',
    'isik',
    'balata ',
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
    'g',
  ),
  islem_adet: fc.integer({ min: 1, max: 4 }),
  fiyat_kurus: fc.constantFrom(0, 1, 10, 20, 10_005, 125_050, 99_999_999_999),
})
const kayit = fc.record({
  giris_tarihi: day,
  durum: fc.constantFrom('Tamamlandı', 'Devam Ediyor', 'İptal', 'iptal', ''),
  arac_marka: fc.constantFrom('Fiat', 'FIAT', 'fiat  ', 'Şahin', ''),
  islemler: discounted(fc.array(item, { maxLength: 4 })),
})
const expense = fc.record({
  spend_date: day,
  amount_kurus: fc.constantFrom(1, 10, 20, 10_005, 125_050, 99_999_999_999),
})

/** The actions of a user: on a new entry, or on an existing one (`which`, modulo the list). */
const step = fc.oneof(
  fc.record({ kind: fc.constant('kayit' as const), which: fc.nat(12), is: kayit }),
  fc.record({ kind: fc.constant('expense' as const), which: fc.nat(12), is: expense }),
  fc.record({
    kind: fc.constantFrom('remove', 'restore', 'removeExpense', 'restoreExpense'),
    which: fc.nat(12),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Thing = { id: number; removed: boolean }
type Kayit = Thing & { giris_tarihi: string; durum: string; arac_marka: string; islemler: SentItem[] }
type Expense = Thing & { spend_date: string; amount_kurus: number }
type Model = { kayitlar: Kayit[]; expenses: Expense[] }

test('the statistics agree with a reference model, with the lists, and with a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), today, async (steps, now) => {
      const ctx = userCtx(db, await buildUser(db), { now: new Date(`${now}T09:00:00Z`) })
      const model: Model = { kayitlar: [], expenses: [] }
      for (const taken of steps) await take(ctx, model, taken)

      for (const month of [10, 11, 12]) {
        const answer = await getComparedStats(ctx, { month, year: 2026 })
        if (answer.comparison !== null)
          answer.comparison.previous_gelir = withoutZeros(answer.comparison.previous_gelir)
        expect(answer).toEqual({
          ...reference(model, month),
          comparison: compared(model, month, now),
          spellings: expect.toSatisfy(isSpelled(answer.en_fazla_islemler)),
        })
        expect(await fromLists(ctx, month)).toEqual({
          son_ay_kayit_sayisi: answer.son_ay_kayit_sayisi,
          son_ay_gelir_kurus: answer.son_ay_gelir_kurus,
          son_ay_gider_kurus: answer.son_ay_gider_kurus,
        })
      }
      const kept = await storedTotals(db, ctx.actor.shop)
      expect(kept).toEqual(await countedTotals(db, ctx.actor.shop))
      await spoil(ctx)
      await recountTotals(db, ctx.actor.shop)
      expect(await storedTotals(db, ctx.actor.shop)).toEqual(kept)
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 15) },
  )
})

/** Returns whether exactly these operations have a spelling, each its own. */
const isSpelled = (operations: Stats['en_fazla_islemler']) => (spellings: Record<string, string>) =>
  Object.keys(spellings).length === operations.length &&
  operations.every(({ islem_adi_upper: name }) => upper(spellings[name] ?? '') === name)

/** Makes every stored total of the shop wrong, and adds totals without entries. */
async function spoil(ctx: UserCtx): Promise<void> {
  const shop_id = ctx.actor.shop
  await db.updateTable('day_totals').set({ count: 7 }).where('shop_id', '=', shop_id).execute()
  await db
    .updateTable('status_totals')
    .set({ count: 7, toplam_kurus: 7 })
    .where('shop_id', '=', shop_id)
    .execute()
  for (const table of ['operation_totals', 'make_totals'] as const)
    await db.updateTable(table).set({ count: 7, gelir_kurus: 7 }).where('shop_id', '=', shop_id).execute()
  const months = await db
    .selectFrom('status_totals')
    .where('shop_id', '=', shop_id)
    .select('month')
    .distinct()
    .execute()
  for (const { month } of months) {
    const wrong = { day: month, durum: 'yok', count: 1, priced_count: 1, toplam_kurus: 1 }
    await db
      .insertInto('day_totals')
      .values({ shop_id, month, ...wrong })
      .execute()
    await db
      .insertInto('operation_totals')
      .values({ shop_id, month, islem_adi_upper: 'YOK', name_sort_key: '', count: 9, gelir_kurus: 9 })
      .execute()
    await db
      .insertInto('status_totals')
      .values({ shop_id, month, durum: 'yok', count: 9, toplam_kurus: 9, spent_kurus: 9 })
      .execute()
    await db
      .insertInto('make_totals')
      .values({ shop_id, month, arac_marka: 'yok', count: 9, gelir_kurus: 9 })
      .execute()
  }
}

/** Runs the step through the operations, and applies it to the model. */
async function take(ctx: UserCtx, model: Model, { kind, which, ...rest }: Step): Promise<void> {
  const isNew = which % 2 === 0
  if (kind === 'kayit' && 'is' in rest && 'islemler' in rest.is) {
    const { islemler, ...info } = rest.is
    const known = isNew ? undefined : live(model.kayitlar, which)
    const { id } = await save(ctx, { id: known?.id ?? 0, info, islemler })
    const is = {
      id,
      removed: false,
      ...info,
      islemler,
    }
    if (known === undefined) model.kayitlar.push(is)
    else Object.assign(known, is)
  } else if (kind === 'expense' && 'is' in rest && 'amount_kurus' in rest.is) {
    const known = isNew ? undefined : live(model.expenses, which)
    const { id } = await spend(ctx, { ...rest.is, id: known?.id ?? 0 })
    if (known === undefined) model.expenses.push({ id, removed: false, ...rest.is })
    else Object.assign(known, rest.is)
  } else await removeOrRestore(ctx, model, { kind, which })
}

async function removeOrRestore(ctx: UserCtx, model: Model, { kind, which }: { kind: string; which: number }) {
  const things: Thing[] = kind.endsWith('Expense') ? model.expenses : model.kayitlar
  const removes = kind.startsWith('remove')
  const thing = removes ? live(things, which) : things[which % Math.max(1, things.length)]
  if (thing === undefined) return
  const { id } = thing
  if (kind === 'remove') await deleteKayit(ctx, { kayit_id: id })
  else if (kind === 'restore') await restoreKayit(ctx, { kayit_id: id })
  else if (kind === 'removeExpense') await deleteExpense(ctx, { id })
  else await restoreExpense(ctx, { id })
  thing.removed = removes
}

function live<T extends Thing>(things: T[], which: number): T | undefined {
  const there = things.filter(({ removed }) => !removed)
  return there[which % Math.max(1, there.length)]
}

/* The rules of decisions §4, implemented a second time in whole kuruş. */

const meant = (durum: string) => (durum === 'iptal' ? 'İptal' : durum)

const gross = (islemler: SentItem[]) =>
  islemler.reduce((sum, one) => sum + BigInt(one.islem_adet) * BigInt(one.fiyat_kurus), 0n)
const total = (sums: bigint[]) => Number(sums.reduce((sum, one) => sum + one, 0n))

function reference(model: Model, month: number): Stats {
  const kayitlar = model.kayitlar.filter(({ removed }) => !removed)
  const expenses = model.expenses.filter(({ removed }) => !removed)
  const earning = kayitlar.filter(({ durum }) => meant(durum) !== 'İptal')
  const isOf = (text: string) => text.startsWith(`2026-${month}`)
  const ofMonth = kayitlar.filter((one) => isOf(one.giris_tarihi))
  const earningOfMonth = earning.filter((one) => isOf(one.giris_tarihi))
  const days = Array.from({ length: month === 11 ? 30 : 31 }, (_, index) => {
    return `2026-${String(month).padStart(2, '0')}-${String(index + 1).padStart(2, '0')}`
  })
  const earned = (label: string) => earning.filter((one) => one.giris_tarihi === label)
  const spent = (label: string) => expenses.filter((one) => one.spend_date === label)
  const amounts = (list: Expense[]) => total(list.map((one) => BigInt(one.amount_kurus)))
  const income = (list: Kayit[]) => total(list.map((one) => gross(one.islemler)))
  const withIncome = (list: Kayit[]) => list.filter((one) => gross(one.islemler) > 0n).length
  return {
    durumlara_gore_kayit: statuses(ofMonth),
    son_ay_kayit_sayisi: ofMonth.length,
    toplam_kayit_sayisi: kayitlar.length,
    toplam_gelir_kurus: income(earning),
    toplam_gider_kurus: amounts(expenses),
    son_ay_gelir_kurus: income(earningOfMonth),
    son_ay_gider_kurus: amounts(expenses.filter((one) => isOf(one.spend_date))),
    en_fazla_islemler: operations(ofMonth.flatMap(({ islemler }) => islemler)),
    gunluk_kayit_sayisi: days.map((label) => {
      return { label, adet: kayitlar.filter((one) => one.giris_tarihi === label).length }
    }),
    gunluk_gelir: days.map((label) => ({ label, tutar_kurus: income(earned(label)) })),
    gunluk_gider: days.map((label) => ({ label, tutar_kurus: amounts(spent(label)) })),
    gunluk_gelir_sayisi: days.map((label) => ({ label, adet: withIncome(earned(label)) })),
    gunluk_gider_sayisi: days.map((label) => ({ label, adet: spent(label).length })),
  }
}

const LENGTHS: Record<number, number> = { 9: 30, 10: 31, 11: 30, 12: 31 }

const withoutZeros = (days: Stats['gunluk_gelir']) =>
  days
    .filter(({ tutar_kurus }) => tutar_kurus !== 0)
    .toSorted((one, other) => (one.label < other.label ? -1 : 1))

/** Compares the month with the one before, up to the present day of the month if the month is the current one. */
function compared(model: Model, month: number, now: string): ComparedStats['comparison'] {
  const current = Number(now.slice(5, 7))
  if (month > current) return null
  const until = month === current ? Number(now.slice(8)) : 31
  const side = (number: number): PeriodFigures => {
    const dayOf = (day: number) => `2026-${String(number).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    const [from, to] = [dayOf(1), dayOf(Math.min(until, LENGTHS[number] ?? 0))]
    const isOf = (label: string) => label >= from && label <= to
    const kayitlar = model.kayitlar.filter((one) => !one.removed && isOf(one.giris_tarihi))
    const earning = kayitlar.filter(({ durum }) => meant(durum) !== 'İptal')
    const expenses = model.expenses.filter((one) => !one.removed && isOf(one.spend_date))
    return {
      from,
      to,
      kayit_sayisi: kayitlar.length,
      tamamlanan_sayisi: kayitlar.filter(({ durum }) => durum === 'Tamamlandı').length,
      gelir_kurus: total(earning.map(({ islemler }) => gross(islemler))),
      gider_kurus: total(expenses.map(({ amount_kurus }) => BigInt(amount_kurus))),
    }
  }
  const previous_gelir = reference(model, month - 1).gunluk_gelir
  return { current: side(month), previous: side(month - 1), previous_gelir: withoutZeros(previous_gelir) }
}

const collator = new Intl.Collator('tr')

function statuses(kayitlar: Kayit[]): Stats['durumlara_gore_kayit'] {
  const names = [...new Set(kayitlar.map(({ durum }) => meant(durum)))]
  return names
    .map((durum) => ({ durum, adet: kayitlar.filter((one) => meant(one.durum) === durum).length }))
    .sort((a, b) => b.adet - a.adet || collator.compare(a.durum, b.durum))
}

/* oxlint-disable-next-line no-restricted-properties -- the reference may not use what it checks. */
const upper = (name: string) => name.toLocaleUpperCase('tr').trim()

function operations(items: SentItem[]): Stats['en_fazla_islemler'] {
  const nameOf = (one: SentItem) => upper(one.islem_adi)
  const islemler = items.filter(({ kind }) => kind !== 'discount')
  return [...new Set(islemler.map(nameOf))]
    .map((islem_adi_upper) => {
      const same = islemler.filter((one) => nameOf(one) === islem_adi_upper)
      return { islem_adi_upper, toplam_islem_adeti: same.reduce((sum, one) => sum + one.islem_adet, 0) }
    })
    .sort(
      (a, b) =>
        b.toplam_islem_adeti - a.toplam_islem_adeti || collator.compare(a.islem_adi_upper, b.islem_adi_upper),
    )
    .slice(0, 10)
}

/** Returns the month's figures, added up from the lists alone. */
async function fromLists(ctx: UserCtx, month: number) {
  const records = await allKayit(ctx, { month, year: 2026 })
  const sums: bigint[] = []
  for (const { kayit_id, durum } of records) {
    const { islemler } = await getKayit(ctx, { kayit_id })
    const lines = islemler.map((one) => BigInt(one.islem_adet) * BigInt(one.fiyat_kurus ?? 0))
    if (meant(durum) !== 'İptal') sums.push(...lines)
  }
  const expenses = await allExpenses(ctx, { month, year: 2026, q: '' })
  return {
    son_ay_kayit_sayisi: records.length,
    son_ay_gelir_kurus: total(sums),
    son_ay_gider_kurus: total(expenses.map(({ amount_kurus }) => BigInt(amount_kurus))),
  }
}
