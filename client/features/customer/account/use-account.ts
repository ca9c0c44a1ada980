import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { useRight } from '#client/lib/session.ts'
import type { CustomerAccount, StatementLine } from '#shared/balance/schema.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'

/** A line of the statement with an entry. */
export type EntryLine = StatementLine & { entry: NonNullable<StatementLine['entry']> }

/** The question of a dialog: a new entry, the opening balance, or about an entry. */
export type Asked = PaymentKind | 'opening' | { cancel: EntryLine } | { assign: EntryLine } | null

/** A customer's account, and what its dialogs ask. */
export interface Account {
  customerId: number
  data: CustomerAccount
  /** The year of the lines; `null` for all. */
  year: number | null
  setYear: (year: number | null) => void
  asked: Asked
  ask: (asked: Asked) => void
}

/** The period of a year, as the server expects it. */
export const periodOf = (year: number | null) =>
  year === null ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }

/**
 * Returns the account of a customer, of all years at first; `null` without the right to payments, and `undefined` until
 * it is loaded.
 */
export function useAccount(customerId: number): Account | null | undefined {
  const enabled = useRight('payments')
  const [year, setYear] = useState<number | null>(null)
  const [asked, ask] = useState<Asked>(null)
  const input = { customer_id: String(customerId), ...periodOf(year) }
  const { data, isError } = trpc.payment.account.useQuery(input, {
    enabled,
    placeholderData: keepPreviousData,
  })
  if (!enabled || (isError && data === undefined)) return null
  return data && { customerId, data, year, setYear, asked, ask }
}
