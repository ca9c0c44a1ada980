import { type ComponentProps, useState } from 'react'

import { TextField } from '#client/forms/fields.tsx'
import { changeField, type FormFields } from '#client/forms/use-field.ts'

import { warningOf } from './info-rules.ts'
import type { InfoName, KayitValues } from './values.ts'

export type KayitFields = FormFields<KayitValues>

interface InfoFieldProps extends Omit<ComponentProps<'input'>, 'form' | 'className' | 'required'> {
  form: KayitFields
  name: InfoName
  className?: string
  controlClassName?: string
  required?: boolean
  /** Formats a value on blur. */
  tidy?: (value: string) => string
  /** The warning about a value, '' for none. */
  warning?: (value: string) => string
}

/** A text field with a warning about unusual values, shown on blur and never blocking. */
export function InfoField({ form, name, tidy = (text) => text, warning, ...props }: InfoFieldProps) {
  const { store } = form
  const [isTyping, setIsTyping] = useState(false)
  const leave = () => {
    setIsTyping(false)
    const { base, values } = store.get()
    const tidied = tidy(values[name])
    // Only typed values are formatted: an untouched one stays as stored.
    if (values[name] !== base[name] && tidied !== values[name]) changeField(store, name, () => tidied)
  }
  return (
    <TextField<KayitValues>
      {...props}
      form={form}
      name={name}
      note={(value) => (isTyping ? '' : (warning?.(value) ?? warningOf(name, value)))}
      enterKeyHint="next"
      onFocus={() => setIsTyping(true)}
      onBlur={leave}
    />
  )
}
