import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { changeField, type FormFields, useField } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'

import { type ExpenseValues, proposedValues } from './expense-form-values.ts'

const PROPOSED = ['method', 'category', 'vat_rate'] as const

/**
 * Returns the suggested titles for the typed one. In a new expense, method and category follow the title: what the last
 * expense of the same title had, until the user chooses one; `noteEdit` tells that the user did.
 */
export function useProposal(form: FormFields<ExpenseValues>, isNew: boolean) {
  const { value } = useField(form, 'title')
  const q = value.trim()
  const { data, isPlaceholderData } = trpc.expense.titles.useQuery(
    { q },
    // The list stays while the next one loads.
    { retry: false, meta: QUIET, placeholderData: keepPreviousData },
  )
  // A restored draft and a stored expense keep their values.
  const [edited] = useState(() => new Set<string>(isNew && value === '' ? [] : PROPOSED))
  const index = data?.titles.indexOf(q) ?? -1
  const proposal = data?.proposals[index]
  const hasProposed = useRef(false)
  const propose = useEffectEvent((recognised: string) => {
    // A title that differs from all earlier ones takes back what the one before has proposed.
    if (recognised === '' && !hasProposed.current) return
    hasProposed.current = true
    const { method, category, vat_rate } = proposedValues(proposal)
    if (!edited.has('method')) changeField(form.store, 'method', () => method)
    if (!edited.has('category')) changeField(form.store, 'category', () => category)
    if (!edited.has('vat_rate')) changeField(form.store, 'vat_rate', () => vat_rate)
  })
  const recognised = proposal === undefined ? '' : q
  const isCurrent = data !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isCurrent) propose(recognised)
  }, [recognised, isCurrent])
  return {
    titles: data?.titles.filter((title) => title !== q) ?? [],
    noteEdit: (name: (typeof PROPOSED)[number]) => void edited.add(name),
  }
}
