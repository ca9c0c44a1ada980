import { describe, expect, test } from 'vitest'

import {
  amountOf,
  differences,
  type ExpenseValues,
  expenseProblems,
  firstWrong,
  isDirty,
  newDraft,
  rebase,
  saveInput,
} from '#client/features/expense/expense-form-values.ts'
import { expenseInput, type VersionedExpense } from '#shared/expense/schema.ts'

const STORED: VersionedExpense = {
  id: 7,
  title: 'Kira',
  amount: 1250.5,
  spend_date: '2026-11-01',
  spread_date: '2026-12-01',
  note: 'Dükkân',
  month_label: 'Kasım 2026',
  version: 3,
}
const options = { today: '2026-11-21', key: 'abcdefgh' }
const typed = (change: Partial<ExpenseValues>) => {
  const draft = newDraft(STORED, options)
  return { ...draft, values: { ...draft.values, ...change } }
}

describe('the form of an expense', () => {
  test('begins empty with today, or with what is stored', () => {
    expect(newDraft(null, options)).toMatchObject({
      values: { title: '', amount: '', spend_date: '2026-11-21', note: '' },
      version: 0,
    })
    expect(newDraft(STORED, options)).toMatchObject({
      values: { title: 'Kira', amount: '1.250,50', spend_date: '2026-11-01', note: 'Dükkân' },
      version: 3,
    })
  })

  test('reads amounts as a person writes them', () => {
    expect(['1.250', '12.50', '12,50', '₺5', '', 'beş', '1.25.0'].map(amountOf)).toEqual([
      125_000,
      1250,
      1250,
      500,
      null,
      null,
      null,
    ])
  })

  test('is dirty once something else is meant, not when it is written another way', () => {
    expect(isDirty(typed({}))).toBe(false)
    expect(isDirty(typed({ amount: '1250,5' }))).toBe(false)
    expect(isDirty(typed({ amount: '1250,51' }))).toBe(true)
    expect(isDirty(typed({ amount: '' }))).toBe(true)
    expect(isDirty(typed({ note: '' }))).toBe(true)
  })
})

describe('what is wrong', () => {
  const problems = (change: Partial<ExpenseValues>) => expenseProblems(typed(change).values)

  test('is nothing in a whole expense', () => {
    expect(problems({ note: '' })).toEqual({ missing: [], fields: {} })
    expect(firstWrong(problems({}))).toBe(undefined)
  })

  test.each([
    [{ title: '  ', amount: '', spend_date: '' }, ['title', 'amount', 'spend_date']],
    [{ amount: '0' }, ['amount']],
    [{ amount: '-5' }, ['amount']],
    [{ amount: '0,004' }, ['amount']],
    [{ amount: 'beş' }, ['amount']],
    [{ spend_date: '' }, ['spend_date']],
  ])('%j lacks %j', (change, missing) => {
    expect(problems(change)).toEqual({ missing, fields: {} })
  })

  test.each([
    [{ amount: '1.000.000.000' }, { amount: 'Tutar en fazla 999.999.999,99 olabilir.' }],
    [{ amount: '9'.repeat(30) }, { amount: 'Tutar en fazla 999.999.999,99 olabilir.' }],
    [{ spend_date: '31.02.2026' }, { spend_date: 'Geçersiz tarih.' }],
    [{ title: 'a'.repeat(201) }, { title: 'Başlık en fazla 200 karakter olabilir.' }],
    [{ note: 'a'.repeat(10_001) }, { note: 'Not en fazla 10.000 karakter olabilir.' }],
  ])('is said field by field', (change, fields) => {
    expect(problems(change)).toEqual({ missing: [], fields })
  })

  test('leads to the first field of the form', () => {
    expect(firstWrong(problems({ amount: '', spend_date: 'x' }))).toBe('amount')
    expect(firstWrong(problems({ title: 'a'.repeat(201), amount: '' }))).toBe('title')
  })
})

describe('what is sent', () => {
  test('is exact, with the key, and the version of a stored expense', () => {
    const fresh = { ...newDraft(null, options), values: { ...typed({}).values, amount: '0,07' } }
    expect(saveInput(fresh, 0)).toEqual({
      id: 0,
      title: 'Kira',
      amount: 0.07,
      spend_date: '2026-11-01',
      note: 'Dükkân',
      key: 'abcdefgh',
    })
    const sent = saveInput(typed({ amount: '999.999.999,99' }), 7)
    expect(sent).toMatchObject({ id: 7, version: 3, key: 'abcdefgh' })
    expect(expenseInput.parse(sent).amount).toBe(99_999_999_999)
  })

  test('leaves the second date alone', () => {
    expect(saveInput(typed({}), 7)).not.toHaveProperty('spread_date')
  })
})

describe('two people on one expense', () => {
  const current: VersionedExpense = { ...STORED, title: 'Kira (yeni)', amount: 2000, version: 4 }

  test('what I touched goes onto theirs, the rest is theirs', () => {
    const rebased = rebase(typed({ title: 'Kasım kirası', note: '' }), current)
    expect(rebased.values).toEqual({
      title: 'Kasım kirası',
      amount: '2.000,00',
      spend_date: '2026-11-01',
      note: '',
    })
    expect(rebased.version).toBe(4)
    expect(isDirty(rebased)).toBe(true)
    expect(isDirty(rebase(typed({}), current))).toBe(false)
  })

  test('shows both sides as a person reads them', () => {
    expect(
      differences(typed({ title: 'Kasım kirası', spend_date: '2026-11-05', note: '' }), current),
    ).toEqual([
      { label: 'Başlık', theirs: 'Kira (yeni)', mine: 'Kasım kirası' },
      { label: 'Tarih', theirs: '01.11.2026', mine: '05.11.2026' },
      { label: 'Not', theirs: 'Dükkân', mine: '—' },
    ])
    expect(differences(typed({ title: 'Kira (yeni)' }), current)).toEqual([])
  })
})
