import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { listChangesOf } from '#server/change/list.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import { EXPENSE_METHODS } from '#shared/expense/rules.ts'
import { expenseInput } from '#shared/expense/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const REQUIRED = 'Başlık, tutar (>0) ve tarih zorunlu.'
const notFound = { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' } as const
const everyField = {
  title: 'Şubat kirası',
  amount_kurus: 1_525_075,
  spend_date: '2026-02-27',
  spread_date: '2026-03-01',
  note: 'Elden ödendi\nmakbuz dosyada',
  method: 'transfer' as const,
  category: 'Kira',
  vat_rate: 20 as const,
}

const kurusOf = async (id: number) => {
  const row = await db.selectFrom('expense').where('id', '=', id).select('amount_kurus').executeTakeFirst()
  return row?.amount_kurus
}

describe('a new expense', () => {
  test('a new expense keeps every field as it was sent', async () => {
    const ctx = await shop()
    const saved = await spend(ctx, everyField)
    const item = { id: saved.id, ...everyField, version: 1 }
    expect(saved).toEqual({ ...item, created: true })
    expect((await listed(ctx)).items).toEqual([item])
  })

  test('a new expense has no second date unless one is sent', async () => {
    const ctx = await shop()
    await spend(ctx, { spread_date: null })
    await spend(ctx)
    expect((await listed(ctx)).items).toMatchObject([{ spread_date: null }, { spread_date: null }])
  })

  test('a new expense has no method unless one is sent', async () => {
    const ctx = await shop()
    await spend(ctx)
    for (const method of EXPENSE_METHODS) await spend(ctx, { method })
    const { items } = await listed(ctx)
    expect(items.map(({ method }) => method)).toEqual([null, ...EXPENSE_METHODS])
  })

  test.each([1, 99_999_999_999])('an amount of %d kuruş is stored unchanged', async (amount_kurus) => {
    const { id } = await spend(await shop(), { amount_kurus })
    expect(await kurusOf(id)).toBe(amount_kurus)
  })

  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: null }, 'title'],
    [{ title: undefined }, 'title'],
    [{ amount_kurus: 0 }, 'amount_kurus'],
    [{ amount_kurus: -5 }, 'amount_kurus'],
    [{ amount_kurus: null }, 'amount_kurus'],
    [{ amount_kurus: undefined }, 'amount_kurus'],
    [{ spend_date: null }, 'spend_date'],
    [{ spend_date: '' }, 'spend_date'],
    [{ spend_date: '00/00/0000' }, 'spend_date'],
    [{ spend_date: undefined }, 'spend_date'],
  ])('an expense with %j is refused and nothing is stored', async (sent, field) => {
    const ctx = await shop()
    await expectRefusal(spend(ctx, sent), { code: 'INVALID', message: REQUIRED, field })
    expect(await listed(ctx)).toEqual({ items: [], total: 0, toplam_kurus: 0, by_category: [] })
  })

  test.each([
    [{ spend_date: '31.02.2026' }, 'Geçersiz tarih.'],
    [{ spread_date: '2026-13-01' }, 'Geçersiz tarih.'],
    [{ amount_kurus: 100_000_000_000 }, 'Tutar en fazla 999.999.999,99 olabilir.'],
    [{ amount_kurus: Number.MAX_SAFE_INTEGER }, 'Tutar en fazla 999.999.999,99 olabilir.'],
    [{ amount_kurus: 12.5 }, 'Gönderilen bilgiler geçersiz.'],
    [{ amount_kurus: '1250' }, 'Gönderilen bilgiler geçersiz.'],
    [{ id: 7, amount: 12.5 }, 'Gönderilen bilgiler geçersiz.'],
    [{ title: 'x'.repeat(201) }, 'Başlık en fazla 200 karakter olabilir.'],
    [{ note: 'x'.repeat(10_001) }, 'Not en fazla 10.000 karakter olabilir.'],
    [{ title: 'a\u0000' }, 'Metinde izin verilmeyen karakterler var.'],
    [{ id: -1 }, 'Geçersiz kayıt numarası.'],
    [{ version: 0 }, 'Gönderilen bilgiler geçersiz.'],
    [{ key: 'kısa' }, 'Gönderilen bilgiler geçersiz.'],
    [{ category: 'x'.repeat(31) }, 'Kategori en fazla 30 karakter olabilir.'],
    [{ vat_rate: 18 }, 'Gönderilen bilgiler geçersiz.'],
    [{ method: 'cheque' }, 'Gönderilen bilgiler geçersiz.'],
    [{ method: '' }, 'Gönderilen bilgiler geçersiz.'],
    [{ title: ['a'] }, 'Gönderilen bilgiler geçersiz.'],
    ['metin', 'Gönderilen bilgiler geçersiz.'],
  ])('%j does not pass the schema', (sent, message) => {
    expect(z.safeParse(expenseInput, sent).error?.issues[0]?.message).toBe(message)
  })
})

describe('a change of an expense', () => {
  test('fields that are not sent stay unchanged', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, everyField)
    expect(await spend(ctx, { id, note: 'yeni' })).toMatchObject({ id, version: 2, created: false })
    const [item] = (await listed(ctx)).items
    expect(item).toEqual({ id, ...everyField, note: 'yeni', version: 2 })
  })

  test('the change log has the method before and after, and nothing when it stays', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, everyField)
    await spend(ctx, { id, method: 'cash' })
    await spend(ctx, { id, method: 'cash' })
    const { items } = await listChangesOf(ctx, { noun: 'expense', id, page: 1 })
    expect(items.map(({ verb, detail }) => [verb, detail.fields ?? []])).toEqual([
      ['update', [{ name: 'method', before: 'transfer', after: 'cash' }]],
      ['create', []],
    ])
  })

  test('the note, method, category, rate and second date can be emptied, but not title, amount and date', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, everyField)
    await spend(ctx, { id, note: '', spread_date: null, method: null, category: '', vat_rate: null })
    const [item] = (await listed(ctx)).items
    expect(item).toEqual({
      id,
      ...everyField,
      note: '',
      spread_date: null,
      method: null,
      category: '',
      vat_rate: null,
      version: 2,
    })
    for (const [field, empty] of Object.entries({ title: '', amount_kurus: null, spend_date: null })) {
      const refused = spend(ctx, { id, note: 'yarım', [field]: empty })
      await expectRefusal(refused, { code: 'INVALID', message: REQUIRED, field })
    }
    expect((await listed(ctx)).items).toEqual([item])
  })

  test('a returned expense can be sent back unchanged', async () => {
    const ctx = await shop()
    await spend(ctx, everyField)
    const { items } = await listed(ctx)
    for (const item of items) await spend(ctx, item)
    expect((await listed(ctx)).items).toEqual(items.map((item) => ({ ...item, version: 2 })))
  })

  test('an expense of another shop, a deleted or an unknown one is not found and changes nothing', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const { id } = await spend(ctx, everyField)
    const before = await listed(ctx)
    const deleted = await spend(other)
    await deleteExpense(other, { id: deleted.id })
    for (const unknown of [id, deleted.id, 9_007_199_254_740_991]) {
      await expectRefusal(spend(other, { id: unknown, title: 'x' }), notFound)
      await expectRefusal(spend(other, { id: unknown, title: 'x', version: 1 }), notFound)
    }
    expect(await listed(ctx)).toEqual(before)
    expect(await listed(other)).toMatchObject({ total: 0, toplam_kurus: 0 })
  })
})

describe('concurrent changes of one expense', () => {
  const changed = { code: 'CONFLICT', message: 'Bu kayıt siz düzenlerken değiştirildi.' } as const

  test('a save with an outdated version is refused, and without a version the last write wins', async () => {
    const ctx = await shop()
    const { id, version } = await spend(ctx)
    await spend(ctx, { id, note: 'birinci', version })
    await expectRefusal(spend(ctx, { id, note: 'ikinci', amount_kurus: 100, version }), changed)
    expect((await listed(ctx)).items).toMatchObject([{ note: 'birinci', amount_kurus: 125_050, version: 2 }])
    expect(await spend(ctx, { id, note: 'üçüncü' })).toMatchObject({ version: 3 })
  })
})

describe('the key of a new expense', () => {
  const key = 'gider-anahtari-1'

  test('a retry with the same key changes the expense that the first attempt created', async () => {
    const ctx = await shop()
    const first = await spend(ctx, { note: 'bir', key })
    expect(await spend(ctx, { note: 'iki', key })).toMatchObject({ id: first.id, version: 2, created: true })
    expect(await listed(ctx)).toMatchObject({ items: [{ id: first.id, note: 'iki' }], total: 1 })
  })

  test('an identical retry changes nothing, also after another user has changed the expense', async () => {
    const ctx = await shop()
    const first = await spend(ctx, { note: 'bir', key })
    expect(await spend(ctx, { note: 'bir', key })).toEqual(first)
    await spend(ctx, { id: first.id, note: 'başkası' })
    expect(await spend(ctx, { note: 'bir', key })).toMatchObject({
      id: first.id,
      note: 'başkası',
      version: 2,
    })
    expect(await listed(ctx)).toMatchObject({ total: 1 })
  })

  test('a key is free again after a refused attempt, and each shop has its own keys', async () => {
    const [ctx, other] = [await shop(), await shop()]
    await expectRefusal(spend(ctx, { title: '', key }), {
      code: 'INVALID',
      message: REQUIRED,
      field: 'title',
    })
    const mine = await spend(ctx, { key })
    const theirs = await spend(other, { key })
    expect([mine, theirs]).toMatchObject([{ version: 1 }, { version: 1 }])
    expect(theirs.id).not.toBe(mine.id)
  })

  test('a key of an expense that was deleted or changed since creates another expense', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, { key })
    await deleteExpense(ctx, { id })
    const second = await spend(ctx, { key, note: 'iki' })
    await spend(ctx, { id: second.id, note: 'başka yerde' })
    const third = await spend(ctx, { key, note: 'üç' })
    expect((await listed(ctx)).items.map((item) => [item.id, item.note])).toEqual([
      [second.id, 'başka yerde'],
      [third.id, 'üç'],
    ])
  })

  test('a change can be repeated word for word after its response was lost', async () => {
    const ctx = await shop()
    const { id, version } = await spend(ctx, { key })
    const change = { id, version, note: 'düzeltme', key }
    const first = await spend(ctx, change)
    expect(await spend(ctx, change)).toEqual(first)
    expect(first).toMatchObject({ id, note: 'düzeltme', version: 2, created: false })
    await expect(spend(ctx, { ...change, note: 'başka' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('two saves at once with one key create one expense', async () => {
    const ctx = await shop()
    for (let round = 1; round <= 20; round++) {
      const clicks = ['a', 'b', 'c'].map((note) => spend(ctx, { note, key: `cift-tik-${round}` }))
      expect(new Set((await Promise.all(clicks)).map(({ id }) => id)).size).toBe(1)
      expect(await listed(ctx)).toMatchObject({ total: round, toplam_kurus: round * 125_050 })
    }
  })
})
