import { createListContext } from '#client/components/data-table/list-context.ts'
import type { Expense } from '#shared/expense/schema.ts'

export const ListContext = createListContext<Expense>()
