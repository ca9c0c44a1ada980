import type { ExpenseMethod } from './rules.ts'

/** The methods of expenses in the words of a till. */
export const EXPENSE_METHOD_WORDS: Readonly<Record<ExpenseMethod, string>> = {
  cash: 'Nakit',
  card: 'Kart',
  transfer: 'Havale',
  deferred: 'Vadeli',
}

/** Returns the word of a method, '' for none. */
export const expenseMethodWord = (method: ExpenseMethod | null): string =>
  method === null ? '' : EXPENSE_METHOD_WORDS[method]
