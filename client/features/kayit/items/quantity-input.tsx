import { useState, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { Input } from '#client/ui/input.tsx'
import { quantityFrom } from '#shared/money-parse.ts'

interface QuantityInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: number
  /** Called on every key with the quantity read from `text`. */
  onQuantityChange: (islem_adet: number, text: string) => void
}

/** Asks for an integer from 1 on: parsed on every key, shown as parsed on blur. */
export function QuantityInput({ value, onQuantityChange, className, onBlur, ...props }: QuantityInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...props}
      {...DIGITS_INPUT}
      autoComplete="off"
      className={cn('text-right', className)}
      value={typed ?? String(value)}
      onFocus={(event) => event.target.select()}
      onChange={({ target: { value: text } }) => {
        setTyped(text)
        onQuantityChange(quantityFrom(text), text)
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
