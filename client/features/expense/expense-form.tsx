import { useState } from 'react'

import { MoneyInput } from '#client/components/money-input.tsx'
import { ChoiceField } from '#client/forms/choice-field.tsx'
import { AreaField, DayField, FormField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { EXPENSE_METHODS } from '#shared/expense/rules.ts'
import type { Expense } from '#shared/expense/schema.ts'
import { EXPENSE_METHOD_WORDS } from '#shared/expense/words.ts'
import { messages } from '#shared/messages.ts'

import {
  amountOf,
  EXPENSE_RULES,
  expenseProblems,
  newExpense,
  saveInput,
  snapshotOf,
} from './expense-form-values.ts'
import { CategoryField } from './category-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { TitleField } from './title-field.tsx'
import { useProposal } from './use-proposal.ts'
import type { ProposedExpense } from './proposed-expense.ts'

const METHODS = EXPENSE_METHODS.map((value) => ({ value, label: EXPENSE_METHOD_WORDS[value] }))

interface ExpenseFormProps {
  /** Expense to edit, `null` for a new one. */
  row: Expense | ProposedExpense | null
  /** Called when the user typed more during a save: the form then edits the stored expense. */
  onContinue: (stored: Expense) => void
  onClose: () => void
}

/**
 * Edits title, amount, date, method, category, rate of VAT, repetition and note (specification §5, §8); this device
 * stores the draft until the save.
 */
export function ExpenseForm({ row: expense, onContinue, onClose }: ExpenseFormProps) {
  const id = expense?.id ?? 0
  const proposal = expense !== null && 'proposal' in expense ? expense.proposal : undefined
  const [today] = useState(() => todayInIstanbul(new Date()))
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.expense.save.useMutation()
  const stored = expense === null ? newExpense(today) : snapshotOf(expense)
  const form = useForm({
    rules: EXPENSE_RULES,
    stored,
    validate: expenseProblems,
    draft: {
      name: `gider:${useSessionUser().id}:${proposal ? `${proposal.id}-${proposal.month}` : id}`,
      mode: 'restore',
      // Drafts of older versions have none of these.
      defaults: {
        method: stored.values.method,
        category: stored.values.category,
        vat_rate: stored.values.vat_rate,
        repeat: '',
        repeat_values: '',
      },
    },
    save: (values, keyAndVersion) => mutateAsync(saveInput(values, { ...keyAndVersion, id, proposal })),
    snapshotOf,
    reload: () => api.expense.get.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.expense.invalidate()
      void utils.stats.invalidate()
      void utils.till.invalidate()
      toast.success(id === 0 ? messages.expenseCreated : messages.expenseUpdated)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, messages.expenseSaveFailed, messages.expenseSaveFailed),
    // Another user has changed or deleted the expense, so the list is stale.
    onRefused: () => void utils.expense.list.invalidate(),
  })
  const { titles, noteEdit } = useProposal(form, expense === null)
  const { data } = trpc.expense.repetitions.useQuery()
  const repetition = data?.repetitions.find((one) =>
    proposal ? one.id === proposal.id : one.expense_ids.includes(id),
  )
  return (
    <FormFrame form={form}>
      <div className="grid items-start gap-4 min-[22.5rem]:grid-cols-2">
        <TitleField form={form} titles={titles} />
        <FormField form={form} name="amount_kurus" required>
          {({ value, ...control }, setValue) => (
            <MoneyInput
              {...control}
              placeholder="0,00"
              value={amountOf(value)}
              onAmountChange={(_amount, text) => setValue(text)}
            />
          )}
        </FormField>
        {/* An expense may have a second date, which the list shows; this form does not change it. */}
        <DayField
          form={form}
          name="spend_date"
          required
          hint={expense?.spread_date && `Listede gösterilen tarih: ${formatDay(expense.spread_date)}`}
        />
        <ChoiceField
          form={form}
          name="method"
          choices={METHODS}
          className="col-span-full"
          onEdit={() => noteEdit('method')}
        />
        <CategoryField form={form} onEdit={() => noteEdit('category')} />
        <MoreFields form={form} repetition={repetition} onRateEdit={() => noteEdit('vat_rate')} />
        <AreaField form={form} name="note" className="col-span-full" />
      </div>
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}
