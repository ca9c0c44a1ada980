import type { Expense, Repetitions } from '#shared/expense/schema.ts'

/** A due month of a repetition as an expense that is not stored yet. */
export type ProposedExpense = Omit<Expense, 'id' | 'version'> & {
  id: 0
  version: null
  proposal: { id: number; month: string }
}

/** Returns the due months that the user decides on, the oldest first. */
export function proposedExpenses(
  { repetitions, due }: Repetitions,
  { withAutomatic }: { withAutomatic: boolean },
): ProposedExpense[] {
  const byId = new Map(repetitions.map((repetition) => [repetition.id, repetition]))
  return due.flatMap(({ repetition_id, month, day, is_automatic }) => {
    const repetition = byId.get(repetition_id)
    if (repetition === undefined || (is_automatic && !withAutomatic)) return []
    const { title, amount_kurus, method, category, vat_rate, note } = repetition
    const fields = { title, amount_kurus, method, category, vat_rate, note }
    const proposal = { id: repetition_id, month }
    return [{ id: 0, version: null, ...fields, spend_date: day, spread_date: null, proposal }]
  })
}
