import { useId } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { describedBy, Field, type FieldControl } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { Input } from '#client/ui/input.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { type Day, formatDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'

import {
  amountOf,
  type ExpenseField,
  type ExpenseProblems,
  type ExpenseValues,
  FIELD_LABELS,
} from './expense-form-values.ts'

export interface ExpenseFieldsProps {
  values: ExpenseValues
  problems: ExpenseProblems
  /** The second date, where the expense has one: the list shows it, and this form leaves it alone. */
  spreadDate: Day | undefined
  onChange: (values: ExpenseValues) => void
}

/** Title, amount, date and note; the first three share one sentence of what is missing (specification §5). */
export function ExpenseFields({ values, problems, spreadDate, onChange }: ExpenseFieldsProps) {
  const sentence = useId()
  const { missing, fields } = problems
  const change = (name: ExpenseField, value: string) => onChange({ ...values, [name]: value })
  /** What the control of a field carries, with the shared sentence where it is about this field. */
  const marked = (name: ExpenseField, control: FieldControl) => ({
    ...control,
    name,
    ...(missing.includes(name) && {
      'aria-invalid': true as const,
      'aria-describedby': describedBy(control, sentence),
    }),
  })
  return (
    <div className="grid items-start gap-4 min-[22.5rem]:grid-cols-2">
      <Field label={FIELD_LABELS.title} required error={fields.title} className="col-span-full">
        {(control) => (
          <Input
            {...marked('title', control)}
            autoComplete="off"
            enterKeyHint="next"
            value={values.title}
            onChange={(event) => change('title', event.target.value)}
          />
        )}
      </Field>
      <Field label={FIELD_LABELS.amount} required error={fields.amount}>
        {(control) => (
          <MoneyInput
            {...marked('amount', control)}
            placeholder="0,00"
            value={amountOf(values.amount)}
            onAmountChange={(_amount, text) => change('amount', text)}
          />
        )}
      </Field>
      <Field
        label={FIELD_LABELS.spend_date}
        required
        error={fields.spend_date}
        {...(spreadDate !== undefined && { hint: `Listede gösterilen tarih: ${formatDay(spreadDate)}` })}
      >
        {(control) => (
          <DateInput
            {...marked('spend_date', control)}
            value={values.spend_date}
            onValueChange={(day) => change('spend_date', day)}
          />
        )}
      </Field>
      {missing.length > 0 && (
        <p id={sentence} className="col-span-full -mt-2 text-sm font-medium text-destructive">
          {messages.expenseRequired}
        </p>
      )}
      <Field label={FIELD_LABELS.note} error={fields.note} className="col-span-full">
        {(control) => (
          <Textarea
            {...marked('note', control)}
            value={values.note}
            onChange={(event) => change('note', event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
