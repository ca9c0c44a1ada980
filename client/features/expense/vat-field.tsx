import { ChevronDown } from 'lucide-react'

import { ChoiceField } from '#client/forms/choice-field.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { containedVat, VAT_RATES } from '#shared/expense/vat.ts'
import { formatTL } from '#shared/money.ts'

import { amountOf, type ExpenseValues } from './expense-form-values.ts'

const CHOICES = [
  ...VAT_RATES.map((rate) => ({ value: String(rate), label: `%${rate}` })),
  { value: '', label: 'Yok' },
]

interface VatFieldProps {
  form: FormFields<ExpenseValues>
  onEdit: () => void
}

/** Asks for the rate of the VAT in the amount, folded; its line shows the rate and that VAT while the user types. */
export function VatField({ form, onEdit }: VatFieldProps) {
  const { value: rate } = useField(form, 'vat_rate')
  const amount = amountOf(useField(form, 'amount_kurus').value)
  const isKnown = rate !== '' && amount !== null && amount > 0 && amount < Number.MAX_SAFE_INTEGER
  return (
    <details className="group col-span-full">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium md:min-h-9 [&::-webkit-details-marker]:hidden">
        KDV
        <output className="ml-auto font-normal text-muted-foreground">
          {rate === '' ? 'Yok' : `%${rate}`}
          {isKnown && ` · içindeki KDV ${formatTL(containedVat(amount, Number(rate)))}`}
        </output>
        <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
      </summary>
      <ChoiceField form={form} name="vat_rate" choices={CHOICES} className="pb-1" onEdit={onEdit} />
    </details>
  )
}
