import { Banknote, ChevronDown, CreditCard, Landmark, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { type Day, formatDay } from '#shared/date.ts'
import { type Kurus, toKurus } from '#shared/money.ts'
import type { PaymentMethod } from '#shared/payment/rules.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

const MAIN: [PaymentMethod, LucideIcon, key: string][] = [
  ['cash', Banknote, 'N'],
  ['card', CreditCard, 'K'],
  ['transfer', Landmark, 'H'],
]
/** The methods by the letters of their buttons, with and without Shift. */
const KEYS: Readonly<Record<string, PaymentMethod>> = {
  n: 'cash',
  N: 'cash',
  k: 'card',
  K: 'card',
  h: 'transfer',
  H: 'transfer',
}

/** The answers of the form. `start` is the first day of the accounts, only where it is asked for. */
export interface TypedEntry {
  amount_kurus: Kurus
  method: PaymentMethod
  day: Day
  note: string
  start?: Day
}

interface EntryFormProps {
  amount: Kurus | null
  onAmountChange: (amount: Kurus | null) => void
  /** Whether the first day of the accounts is asked for. */
  asksStart: boolean
  /** Words beside the amount. */
  remark: string
  failure: string | undefined
  isPending: boolean
  onSave: (entry: TypedEntry) => void
  /** Shows the consequence of the amount; the letters of the methods save in its fields too. */
  children: (pressKey: (event: KeyboardEvent) => void) => ReactNode
}

/** Asks for an amount; the button of a method saves, and so does its letter in the field. */
export function EntryForm({
  amount,
  onAmountChange,
  asksStart,
  remark,
  failure,
  isPending,
  onSave,
  children,
}: EntryFormProps) {
  const today = useToday()
  const [details, setDetails] = useState({ day: today, note: '', start: today })
  const save = (method: PaymentMethod) => {
    const { start, ...entry } = details
    if (!isPending) onSave({ method, amount_kurus: amount ?? 0, ...entry, ...(asksStart && { start }) })
  }
  const pressKey = (event: KeyboardEvent) => {
    const method = KEYS[event.key]
    if (method === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    save(method)
  }
  const change = (part: Partial<typeof details>) => setDetails({ ...details, ...part })
  return (
    <div className="grid gap-3">
      <Field label="Tutar" remark={remark} error={failure}>
        {(control) => (
          <MoneyInput
            {...control}
            value={amount}
            onAmountChange={(typed) => onAmountChange(typed === null ? null : toKurus(typed))}
            onFocus={(event) => event.target.select()}
            onKeyDown={pressKey}
            className="min-h-15 text-3xl font-semibold md:min-h-15"
          />
        )}
      </Field>
      <div className="grid grid-cols-3 gap-2">
        {MAIN.map(([method, Icon, key]) => (
          <Button
            key={method}
            variant="outline"
            isPending={isPending}
            aria-keyshortcuts={key}
            className="relative min-h-18 flex-col gap-1 border-primary bg-primary-soft text-primary md:min-h-18"
            onClick={() => save(method)}
          >
            <Icon aria-hidden />
            {METHOD_WORDS[method]}
            <kbd aria-hidden className="absolute top-1 right-2 font-sans text-xs pointer-coarse:hidden">
              {key}
            </kbd>
          </Button>
        ))}
      </div>
      {children(pressKey)}
      {asksStart && (
        <Field label="Başlangıç" hint="Hesap hangi gün başlasın? Daha önce biten kayıtlar borç sayılmaz.">
          {(control) => (
            <DateInput {...control} value={details.start} onValueChange={(start) => change({ start })} />
          )}
        </Field>
      )}
      <details className="group border-t border-border pt-1">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
          Tarih, not, çek
          <span className="ml-auto text-sm font-normal text-muted-foreground">
            {details.day === today ? 'Bugün' : formatDay(details.day)}
          </span>
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </summary>
        <div className="grid gap-3 pb-1">
          <Field label="Tarih">
            {(control) => (
              <DateInput {...control} value={details.day} onValueChange={(day) => change({ day })} />
            )}
          </Field>
          <Field label="Not">
            {(control) => (
              <Input
                {...control}
                value={details.note}
                onChange={(event) => change({ note: event.target.value })}
              />
            )}
          </Field>
          <div className="grid grid-cols-2 gap-2">
            {(['cheque', 'other'] as const).map((method) => (
              <Button key={method} variant="outline" isPending={isPending} onClick={() => save(method)}>
                {METHOD_WORDS[method]}
              </Button>
            ))}
          </div>
        </div>
      </details>
    </div>
  )
}
