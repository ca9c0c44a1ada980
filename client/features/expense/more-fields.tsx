import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { ChoiceField } from '#client/forms/choice-field.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { containedVat, VAT_RATES } from '#shared/expense/vat.ts'
import type { Repetition } from '#shared/expense/schema.ts'
import { formatTL } from '#shared/money.ts'

import { amountOf, type ExpenseValues } from './expense-form-values.ts'
import { RepeatField } from './repeat-field.tsx'

const RATES = [
  ...VAT_RATES.map((rate) => ({ value: String(rate), label: `%${rate}` })),
  { value: '', label: 'Yok' },
]

interface MoreFieldsProps {
  form: FormFields<ExpenseValues>
  /** The repetition of the expense, if it has one. */
  repetition: Repetition | undefined
  onRateEdit: () => void
}

/** Asks for the rate of VAT and for the repetition, folded; the line shows both while the user types. */
export function MoreFields({ form, repetition, onRateEdit }: MoreFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const repeat = useField(form, 'repeat')
  const isRepeated = (repeat.value || (repetition ? 'proposed' : 'none')) !== 'none'
  return (
    <details
      className="group col-span-full"
      // A message in the folded part must be seen.
      open={isOpen || repeat.error !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium md:min-h-9 [&::-webkit-details-marker]:hidden">
        KDV ve tekrar
        <output className="ml-auto text-right font-normal text-muted-foreground">
          <Summary form={form} isRepeated={isRepeated} />
        </output>
        <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-1">
        <ChoiceField form={form} name="vat_rate" choices={RATES} onEdit={onRateEdit} />
        <RepeatField form={form} repetition={repetition} />
      </div>
    </details>
  )
}

/** The rate with the VAT in the typed amount, and whether the expense repeats. */
function Summary({ form, isRepeated }: Pick<MoreFieldsProps, 'form'> & { isRepeated: boolean }) {
  const { value: rate } = useField(form, 'vat_rate')
  const amount = amountOf(useField(form, 'amount_kurus').value)
  const isKnown = rate !== '' && amount !== null && amount > 0 && amount < Number.MAX_SAFE_INTEGER
  const parts = [
    rate !== '' && `%${rate}`,
    isKnown && `içindeki KDV ${formatTL(containedVat(amount, Number(rate)))}`,
    isRepeated && 'her ay',
  ].filter(Boolean)
  return parts.length === 0 ? 'Yok' : parts.join(' · ')
}
