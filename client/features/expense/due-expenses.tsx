import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'
import { type Day, MONTH_NAMES, monthOf } from '#shared/date.ts'
import { repetitionMessages } from '#shared/expense/repetition.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

import { type ProposedExpense, proposedExpenses } from './proposed-expense.ts'

/** The proposals that are shown before the user asks for the others. */
const FIRST = 3

interface DueExpensesProps {
  today: Day
  /** Opens the form with a proposed expense. */
  onEdit: (proposed: ProposedExpense) => void
}

/** Proposes the expenses of repetitions that are due, and has those stored that are stored by themselves. */
export function DueExpenses({ today, onEdit }: DueExpensesProps) {
  const { data } = trpc.expense.repetitions.useQuery()
  const hasFailed = useStoreDue(data?.due.some(({ is_automatic }) => is_automatic) ?? false)
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const all = data === undefined ? [] : proposedExpenses(data, { withAutomatic: hasFailed })
  const { save, skip, isPending } = useDecide(() => list.current?.focus())
  if (all.length === 0) return null
  const shown = isWhole ? all : all.slice(0, FIRST)
  return (
    <section aria-label="Günü gelen giderler" className="rounded-lg border border-border bg-card px-4 py-2">
      <ul ref={list} tabIndex={-1} className="grid gap-x-4 outline-none">
        {shown.map((proposed) => {
          const { title, amount_kurus, spend_date, proposal } = proposed
          const words = `${isolated(title)}, ${dayWords(spend_date, today)}`
          return (
            <li
              key={`${proposal.id} ${proposal.month}`}
              className="flex flex-wrap items-center gap-x-3 border-border not-first:border-t md:min-h-11"
            >
              <span className="min-w-0 grow py-1.5 wrap-anywhere">
                <span className="font-semibold">{isolated(title)}</span>{' '}
                <span className="whitespace-nowrap">{formatTL(amount_kurus)}</span>
                <span className="whitespace-nowrap text-muted-foreground">
                  {`, ${dayWords(spend_date, today)}`}
                </span>
              </span>
              <span className="-mx-1 flex gap-1">
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Kaydet: ${words}`}
                  isPending={isPending}
                  onClick={() => save(proposed)}
                >
                  Kaydet
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Değiştir: ${words}`}
                  onClick={() => onEdit(proposed)}
                >
                  Değiştir
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Atla: ${words}`}
                  isPending={isPending}
                  onClick={() => skip(proposed)}
                >
                  Atla
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {all.length > shown.length && (
        <Button size="sm" variant="ghost" className="-ml-3" onClick={() => setIsWhole(true)}>
          {`${formatCount(all.length - shown.length)} tane daha`}
        </Button>
      )}
    </section>
  )
}

/** Returns a day in words, with its year if that is another one: '1 Aralık', '1 Aralık 2025'. */
function dayWords(day: Day, today: Day): string {
  const { year, month } = monthOf(day)
  const words = `${Number(day.slice(8))} ${MONTH_NAMES[month - 1]}`
  return year === monthOf(today).year ? words : `${words} ${year}`
}

/** Stores a proposal or skips its month; afterwards the focus moves to the list, because the pressed button is gone. */
function useDecide(focusList: () => void) {
  const utils = trpc.useUtils()
  const invalidate = () =>
    Promise.all([utils.expense.invalidate(), utils.stats.invalidate(), utils.till.invalidate()])
  const refuse = (failed: string) => (error: unknown) => {
    logError(failed, error)
    toast.error(errorMessage(error, failed, failed))
    // Another user may have decided.
    void utils.expense.repetitions.invalidate()
  }
  const saving = trpc.expense.save.useMutation({
    onSuccess: async () => {
      toast.success(messages.expenseCreated)
      await invalidate()
      focusList()
    },
    onError: refuse(messages.expenseSaveFailed),
  })
  const undoing = trpc.expense.skip.useMutation({
    onSuccess: () => utils.expense.repetitions.invalidate(),
    onError: refuse(repetitionMessages.skipUndoFailed),
  })
  const skipping = trpc.expense.skip.useMutation({
    onSuccess: async (_answer, month) => {
      toast.undo(repetitionMessages.skipped, () => undoing.mutate({ ...month, undo: true }))
      await utils.expense.repetitions.invalidate()
      focusList()
    },
    onError: refuse(repetitionMessages.skipFailed),
  })
  return {
    isPending: saving.isPending || skipping.isPending,
    save: ({ id: _id, version: _version, ...fields }: ProposedExpense) => {
      const { id, month } = fields.proposal
      // The same key each time: a repeated press after a lost response stores nothing twice.
      saving.mutate({ ...fields, key: `tekrar-${id}-${month}` })
    },
    skip: ({ proposal }: ProposedExpense) => skipping.mutate(proposal),
  }
}

/** Has the due automatic expenses stored, once for each time that there are some; returns whether that has failed. */
function useStoreDue(isDue: boolean): boolean {
  const utils = trpc.useUtils()
  const { mutate, isError } = trpc.expense.storeDue.useMutation({
    onSuccess: ({ stored }) => {
      if (stored > 0) toast.info(`${formatCount(stored)} tekrarlayan gider kendiliğinden kaydedildi.`)
      void utils.expense.invalidate()
      void utils.stats.invalidate()
    },
    onError: (error) => logError('Tekrarlayan giderler kaydedilemedi.', error),
  })
  const store = useEffectEvent(() => mutate())
  useEffect(() => {
    if (isDue) store()
  }, [isDue])
  return isError
}
