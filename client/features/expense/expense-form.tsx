import { useRef, useState, type SubmitEvent } from 'react'

import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter, useDialogHold } from '#client/ui/dialog.tsx'
import { todayInIstanbul } from '#shared/date.ts'
import type { VersionedExpense } from '#shared/expense/schema.ts'

import { ConflictNotice } from './expense-conflict.tsx'
import { ExpenseFields } from './expense-form-fields.tsx'
import {
  differences,
  type ExpenseDraft,
  type ExpenseValues,
  expenseProblems,
  firstWrong,
  isDirty,
  newDraft,
  rebase,
  storedExpense,
} from './expense-form-values.ts'
import { useSaveExpense } from './expense-save.ts'

export interface ExpenseFormProps {
  /** `null` for a new one. */
  expense: VersionedExpense | null
  /** Stored, and more was typed meanwhile: from here on that is what is changed. */
  onGoOn: (stored: VersionedExpense) => void
  onClose: () => void
}

const draftName = (userId: number, id: number) => `gider:${userId}:${id}`

/** What is typed of an expense; `round` is new whenever the fields are filled from elsewhere. */
function useExpenseDraft(expense: VersionedExpense | null) {
  const [today] = useState(() => todayInIstanbul(new Date()))
  const begin = () => newDraft(expense, { today, key: randomKey() })
  const userId = useSessionUser().id
  const draft = useDraft(draftName(userId, expense?.id ?? 0), begin)
  const [round, setRound] = useState(0)
  const set = (next: ExpenseDraft) => (isDirty(next) ? draft.change(next) : draft.reset(next))
  return {
    draft: draft.value,
    isRestored: draft.isRestored,
    round,
    type: (values: ExpenseValues) => set({ ...draft.value, values }),
    fill: (next: ExpenseDraft) => {
      set(next)
      setRound(round + 1)
    },
    forget: () => draft.reset(begin()),
    current: draft.current,
    goOnWith: (stored: VersionedExpense, rest: ExpenseDraft) =>
      draft.move(draftName(userId, stored.id), rebase(rest, stored)),
    startAgain: () => {
      draft.reset(begin())
      setRound(round + 1)
    },
  }
}

/** Checks on 'Kaydet', saves, and keeps what is typed until it is stored (specification §5, §8). */
export function ExpenseForm({ expense, onGoOn, onClose }: ExpenseFormProps) {
  const id = expense?.id ?? 0
  const form = useRef<HTMLFormElement>(null)
  const { draft, isRestored, round, type, fill, ...kept } = useExpenseDraft(expense)
  const [isTried, setIsTried] = useState(false)
  const [current, setCurrent] = useState<VersionedExpense>()
  const leave = () => {
    kept.forget()
    onClose()
  }
  const saving = useSaveExpense({
    id,
    onStored: (saved, sent) => {
      const rest = { ...kept.current(), base: sent.values }
      if (!isDirty(rest)) return leave()
      const stored = storedExpense(sent, saved, expense)
      kept.goOnWith(stored, rest)
      onGoOn(stored)
      setCurrent(undefined)
      setIsTried(false)
    },
    onConflict: setCurrent,
  })
  // Closed now, a failure would tell nobody.
  useDialogHold(saving.isPending)
  const loginAgain = useLoginAgain(isDirty(draft), saving.resume)
  const problems = expenseProblems(draft.values)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = firstWrong(problems)
    if (wrong === undefined) saving.save(draft)
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  const settle = (next: (current: VersionedExpense) => ExpenseDraft) => {
    if (current === undefined) return
    fill(next(current))
    setCurrent(undefined)
    form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  }
  return (
    <>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {saving.refusal !== undefined && <Alert>{saving.refusal}</Alert>}
        {current !== undefined && (
          <ConflictNotice
            key={current.version}
            differences={differences(draft, current)}
            onApply={() => settle((theirs) => rebase(draft, theirs))}
            onDrop={() =>
              settle((theirs) => ({ ...rebase(draft, theirs), values: rebase(draft, theirs).base }))
            }
          />
        )}
        {isRestored && current === undefined && <RestoredNotice onDrop={kept.startAgain} />}
        <ExpenseFields
          key={round}
          values={draft.values}
          problems={isTried ? problems : { missing: [], fields: {} }}
          spreadDate={expense?.spread_date}
          onChange={type}
        />
        <DialogFormFooter>
          <Button variant="outline" onClick={() => saving.isPending || leave()}>
            Vazgeç
          </Button>
          <Button type="submit" pending={saving.isPending}>
            Kaydet
          </Button>
        </DialogFormFooter>
      </form>
      <LoginAgainDialog {...loginAgain} />
    </>
  )
}

/** What was typed before a reload, or before the dialog was closed, is in the fields again. */
function RestoredNotice({ onDrop }: { onDrop: () => void }) {
  return (
    <Alert variant="info" className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>Kaydedilmemiş bilgiler geri yüklendi.</p>
        <Button variant="outline" size="sm" onClick={onDrop}>
          Taslağı sil
        </Button>
      </div>
    </Alert>
  )
}
