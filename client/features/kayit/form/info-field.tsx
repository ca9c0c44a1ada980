import { type ComponentProps, useState } from 'react'

import { Combobox, SuggestionLine } from '#client/components/combobox.tsx'
import { FormField, TextField } from '#client/forms/fields.tsx'
import { changeField, type FormFields } from '#client/forms/use-field.ts'

import { warningOf } from './info-rules.ts'
import type { FieldSuggestion } from './field-suggestions.ts'
import type { InfoName, KayitValues } from './values.ts'

export type KayitFields = FormFields<KayitValues>

export interface InfoFieldProps extends Omit<ComponentProps<'input'>, 'form' | 'className' | 'required'> {
  form: KayitFields
  name: InfoName
  className?: string
  controlClassName?: string
  required?: boolean
  /** Formats a value on blur. */
  tidy?: (value: string) => string
  /** Returns the warning about a value, '' for none. */
  warning?: (value: string) => string
  /** Called on blur, after the value was formatted. */
  onLeave?: () => void
  /** Suggestions for the typed text; `onType` receives the text, and '' on blur. */
  suggestions?: { options: readonly FieldSuggestion[]; onType: (text: string) => void } | undefined
}

/** Shows a text field with a warning about unusual values, shown on blur and never blocking. */
export function InfoField({
  form,
  name,
  tidy = (text) => text,
  warning,
  onLeave,
  suggestions,
  ...props
}: InfoFieldProps) {
  const { store } = form
  const [isTyping, setIsTyping] = useState(false)
  const leave = () => {
    setIsTyping(false)
    suggestions?.onType('')
    const { base, values } = store.get()
    const tidied = tidy(values[name])
    // Only typed values are formatted: an untouched one stays as stored.
    if (values[name] !== base[name] && tidied !== values[name]) changeField(store, name, () => tidied)
    onLeave?.()
  }
  const note = (value: string) => (isTyping ? '' : (warning?.(value) ?? warningOf(name, value)))
  const input = { enterKeyHint: 'next', onFocus: () => setIsTyping(true), onBlur: leave } as const
  if (suggestions === undefined)
    return <TextField<KayitValues> {...props} {...input} form={form} name={name} note={note} />
  const { className, controlClassName, required = false, ...own } = props
  const field = {
    form,
    name,
    note,
    className,
    required,
    ...(controlClassName !== undefined && { controlClassName }),
  }
  return (
    <FormField<KayitValues> {...field}>
      {(control, setValue) => (
        <Combobox
          {...own}
          {...control}
          {...input}
          onValueChange={(text) => {
            suggestions.onType(text)
            setValue(text)
          }}
          options={suggestions.options}
          keyOf={({ key }) => key}
          onChoose={({ choose }) => {
            suggestions.onType('')
            choose()
          }}
        >
          {({ title, text, day }) => <SuggestionLine {...{ title, text, day }} />}
        </Combobox>
      )}
    </FormField>
  )
}
