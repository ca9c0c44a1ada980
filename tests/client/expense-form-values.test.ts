import { describe, expect, test } from 'vitest'

import {
  amountOf,
  EXPENSE_RULES,
  type ExpenseValues,
  expenseProblems,
  newExpense,
  proposedValues,
  saveInput,
  snapshotOf,
} from '#client/features/expense/expense-form-values.ts'
import { changedFields, differences } from '#client/forms/merge.ts'
import { expenseInput, type Expense } from '#shared/expense/schema.ts'

const STORED: Expense = {
  id: 7,
  title: 'Kira',
  amount_kurus: 125_050,
  spend_date: '2026-11-01',
  spread_date: '2026-12-01',
  method: 'transfer',
  category: 'Kira',
  vat_rate: 20,
  note: 'Dükkân',
  version: 3,
}
const stored = snapshotOf(STORED).values
const typed = (change: Partial<ExpenseValues>) => ({ ...stored, ...change })

describe('the form of an expense', () => {
  test('the form begins empty with today and cash, or with the stored expense', () => {
    expect(newExpense('2026-11-21')).toEqual({
      values: {
        title: '',
        amount_kurus: '',
        spend_date: '2026-11-21',
        method: 'cash',
        category: '',
        vat_rate: '',
        repeat: '',
        repeat_values: '',
        note: '',
      },
      version: null,
    })
    expect(snapshotOf(STORED)).toEqual({
      values: {
        title: 'Kira',
        amount_kurus: '1.250,50',
        spend_date: '2026-11-01',
        method: 'transfer',
        category: 'Kira',
        vat_rate: '20',
        repeat: '',
        repeat_values: '',
        note: 'Dükkân',
      },
      version: 3,
    })
    expect(snapshotOf({ ...STORED, method: null }).values.method).toBe('')
  })

  test('amounts are read as people write them', () => {
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

  test.each([
    [{}, []],
    [{ amount_kurus: '1250,5' }, []],
    [{ amount_kurus: '1250,51' }, ['amount_kurus']],
    [{ amount_kurus: '' }, ['amount_kurus']],
    [{ note: '' }, ['note']],
    [{ method: 'card' as const }, ['method']],
    [{ category: '' }, ['category']],
    [{ vat_rate: '0' as const }, ['vat_rate']],
  ])('%j changes %j: values are compared by their meaning', (change, fields) => {
    expect(changedFields(EXPENSE_RULES, { base: stored, values: typed(change) })).toEqual(fields)
  })

  test('differences are described in readable words', () => {
    const mine = typed({
      title: 'Kasım kirası',
      spend_date: '2026-11-05',
      method: '',
      category: 'Fatura',
      note: '',
    })
    expect(differences(EXPENSE_RULES, { mine, theirs: stored })).toEqual([
      { label: 'Başlık', theirs: 'Kira', mine: 'Kasım kirası' },
      { label: 'Tarih', theirs: '01.11.2026', mine: '05.11.2026' },
      { label: 'Ödeme yolu', theirs: 'Havale', mine: '—' },
      { label: 'Kategori', theirs: 'Kira', mine: 'Fatura' },
      { label: 'Not', theirs: 'Dükkân', mine: '—' },
    ])
  })
})

describe('the proposal of a new expense', () => {
  test('method and category are those of the last expense with this title, otherwise cash and none', () => {
    expect(proposedValues({ method: 'transfer', category: 'Kira', vat_rate: 0 })).toEqual({
      method: 'transfer',
      category: 'Kira',
      vat_rate: '0',
    })
    for (const proposal of [undefined, { method: null, category: '', vat_rate: null }])
      expect(proposedValues(proposal)).toEqual({ method: 'cash', category: '', vat_rate: '' })
  })
})

describe('the validation of an expense', () => {
  const problems = (change: Partial<ExpenseValues>) => expenseProblems(typed(change))

  test('a complete expense has no problems', () => {
    expect(problems({ note: '' })).toEqual([])
  })

  test.each([
    [{ title: '  ', amount_kurus: '', spend_date: '' }, ['title', 'amount_kurus', 'spend_date']],
    [{ amount_kurus: '0' }, ['amount_kurus']],
    [{ amount_kurus: '-5' }, ['amount_kurus']],
    [{ amount_kurus: '0,004' }, ['amount_kurus']],
    [{ amount_kurus: 'beş' }, ['amount_kurus']],
    [{ spend_date: '' }, ['spend_date']],
  ])('%j lacks %j, and one message says so', (change, names) => {
    expect(problems(change)).toEqual([{ names, message: 'Başlık, tutar (>0) ve tarih zorunlu.' }])
  })

  test.each([
    [{ amount_kurus: '1.000.000.000' }, 'amount_kurus', 'Tutar en fazla 999.999.999,99 olabilir.'],
    [{ amount_kurus: '9'.repeat(30) }, 'amount_kurus', 'Tutar en fazla 999.999.999,99 olabilir.'],
    [{ spend_date: '31.02.2026' }, 'spend_date', 'Geçersiz tarih.'],
    [{ title: 'a'.repeat(201) }, 'title', 'Başlık en fazla 200 karakter olabilir.'],
    [{ note: 'a'.repeat(10_001) }, 'note', 'Not en fazla 10.000 karakter olabilir.'],
  ])('each problem is reported at its field', (change, name, message) => {
    expect(problems(change)).toEqual([{ names: [name], message }])
  })
})

describe('the input of a save', () => {
  test('the input has exactly the fields, the key, and the version of a stored expense', () => {
    expect(saveInput(typed({ amount_kurus: '0,07' }), { id: 0, key: 'abcdefgh' })).toEqual({
      id: 0,
      title: 'Kira',
      amount_kurus: 7,
      spend_date: '2026-11-01',
      method: 'transfer',
      category: 'Kira',
      vat_rate: 20,
      note: 'Dükkân',
      key: 'abcdefgh',
    })
    const sent = saveInput(typed({ amount_kurus: '999.999.999,99' }), { id: 7, key: 'abcdefgh', version: 3 })
    expect(sent).toMatchObject({ id: 7, version: 3, key: 'abcdefgh' })
    expect(expenseInput.parse(sent).amount_kurus).toBe(99_999_999_999)
  })

  test('an expense without a method keeps none', () => {
    expect(saveInput(typed({ method: '' }), { id: 7, key: 'abcdefgh' }).method).toBeNull()
  })

  test('the input leaves the second date out', () => {
    expect(saveInput(stored, { id: 7, key: 'abcdefgh', version: 3 })).not.toHaveProperty('spread_date')
  })
})
