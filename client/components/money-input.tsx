import { useState, type ChangeEvent, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { AMOUNT } from '#client/lib/typing.ts'
import { Input } from '#client/ui/input.tsx'
import { formatAmountInput, type Kurus } from '#shared/money.ts'
import { parseDecimal, type Decimal } from '#shared/money-parse.ts'
import { isBlank } from '#shared/text.ts'

export interface MoneyInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** The amount to show; `null` for an empty field. */
  value: Kurus | null
  /**
   * Called on every key with the exact amount, `null` for empty or unreadable text. It is not rounded to kuruş,
   * because VAT is applied before rounding. `text` distinguishes an empty field from an unreadable one. Not
   * called for a field that was only visited.
   */
  onAmountChange: (amount: Decimal | null, text: string) => void
}

/** Whether a text is no amount for the form, which took it as none or 0. An empty one is no mistake. */
function isUnreadable(text: string, value: Kurus | null): boolean {
  if (isBlank(text)) return false
  const read = parseDecimal(text, 'form')
  return read === null || (read.digits < 0n && !value)
}

/**
 * An amount in lira: parsed while typing, shown as parsed ('1.250,00') on blur. Text that is no amount stays as
 * typed, marked as invalid, while `value` is null or 0; a new `key` empties the field.
 */
export function MoneyInput({ value, onAmountChange, className, onBlur, ...props }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const shown = value === null ? '' : formatAmountInput(value)
  const show = (text: string | null, left: boolean) => {
    setTyped(text)
    setIsLeft(left)
  }
  // Another amount has come from elsewhere.
  if (isLeft && value) show(null, false)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    show(event.target.value, false)
    onAmountChange(parseDecimal(event.target.value, 'form'), event.target.value)
  }
  return (
    <Input
      {...props}
      {...AMOUNT}
      {...(isLeft && { 'aria-invalid': true })}
      autoComplete="off"
      className={cn('text-right', className)}
      value={typed ?? shown}
      onChange={change}
      onBlur={(event) => {
        const stays = typed !== null && isUnreadable(typed, value)
        show(stays ? typed : null, stays)
        onBlur?.(event)
      }}
    />
  )
}
