import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'
import { repetitionMessages } from '#shared/expense/repetition.ts'
import type { Repetition } from '#shared/expense/schema.ts'

/** Lists the expenses that repeat, folded, and ends a repetition; without one it shows nothing. */
export function RepetitionsCard() {
  const { data } = trpc.expense.repetitions.useQuery()
  const end = useEnd()
  // The card stays open when the end of its only repetition is undone.
  const [isOpen, setIsOpen] = useState(false)
  const repetitions = data?.repetitions ?? []
  if (repetitions.length === 0) return null
  return (
    <details
      className="group mt-4 max-w-xl rounded-lg border border-border bg-card shadow-sm"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grow">Her ay tekrarlayanlar</span>
        <span className="font-normal text-muted-foreground">{formatCount(repetitions.length)}</span>
        <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
      </summary>
      <ul className="border-t border-border px-4 py-1">
        {repetitions.map((repetition) => (
          <li
            key={repetition.id}
            className="flex flex-wrap items-center gap-x-3 border-border py-1 not-first:border-t"
          >
            <span className="min-w-0 grow">
              <span className="font-semibold wrap-anywhere">{isolated(repetition.title)}</span>
              <span className="block text-sm text-muted-foreground">{rhythmWords(repetition)}</span>
            </span>
            <Amount kurus={repetition.amount_kurus} />
            <Button
              size="sm"
              variant="ghost"
              className="-mr-3"
              aria-label={`Tekrarı bitir: ${isolated(repetition.title)}`}
              onClick={() => end(repetition)}
            >
              Tekrarı bitir
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const rhythmWords = ({ day_of_month, is_automatic }: Repetition): string =>
  `Her ayın ${day_of_month}. günü ${is_automatic ? 'kendiliğinden kaydedilir' : 'sorulur'}`

/** Ends a repetition at once; 'Geri al' resumes it for ten seconds. */
function useEnd(): (repetition: Repetition) => void {
  const utils = trpc.useUtils()
  const refuse = (failed: string) => (error: unknown) => {
    logError(failed, error)
    toast.error(errorMessage(error, failed, failed))
    void utils.expense.repetitions.invalidate()
  }
  const resume = trpc.expense.endRepetition.useMutation({
    onSuccess: () => {
      toast.success(repetitionMessages.resumed)
      return utils.expense.repetitions.invalidate()
    },
    onError: refuse(repetitionMessages.resumeFailed),
  })
  const { mutate } = trpc.expense.endRepetition.useMutation({
    onSuccess: (_answer, { id }) => {
      toast.undo(repetitionMessages.ended, () => resume.mutate({ id, undo: true }))
      return utils.expense.repetitions.invalidate()
    },
    onError: refuse(repetitionMessages.endFailed),
  })
  return ({ id }) => mutate({ id })
}
