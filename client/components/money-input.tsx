import { useState, type ChangeEvent, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { AMOUNT_INPUT } from '#client/lib/input-props.ts'
import { Input } from '#client/ui/input.tsx'
import { formatAmountInput, type Kurus } from '#shared/money.ts'
import { parseDecimal, type Decimal } from '#shared/money-parse.ts'

interface MoneyInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** The amount to show; `null` for an empty field. */
  value: Kurus | null
  /**
   * Called on every key, but not for a field that was only visited. `amount` is exact, because VAT is applied before
   * rounding to kuruş; it is `null` for empty or unreadable text, which `text` distinguishes.
   */
  onAmountChange: (amount: Decimal | null, text: string) => void
}

/**
 * An amount in lira, parsed while typing and shown as parsed ('1.250,00') on blur. Text that is no amount stays as
 * typed while `value` is null; a new `key` empties the field.
 */
export function MoneyInput({ value, onAmountChange, className, onBlur, ...props }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null ? '' : formatAmountInput(value)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value)
    onAmountChange(parseDecimal(event.target.value, 'form'), event.target.value)
  }
  return (
    <Input
      {...props}
      {...AMOUNT_INPUT}
      autoComplete="off"
      className={cn('text-right', className)}
      value={typed ?? shown}
      onChange={change}
      onBlur={(event) => {
        const unreadable = typed !== null && parseDecimal(typed, 'form') === null
        if (!(unreadable && value === null)) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
