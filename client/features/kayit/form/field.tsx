import { useState } from 'react'
import { useController, useFormState, useWatch, type Control } from 'react-hook-form'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { DURUM_OPTIONS } from '#shared/options.ts'

import type { KayitModel } from './model.ts'
import { INFO_LABELS, type InfoName, type InfoValues } from './values.ts'
import { warningOf } from './warnings.ts'

type Form = KayitModel['form']

export interface InfoFieldProps {
  form: Form
  name: InfoName
  className?: string
}

/** What is wrong with a field; each field draws itself anew, not the screen. */
function useProblem(control: Control<InfoValues>, name: InfoName): string | undefined {
  return useFormState({ control, name }).errors[name]?.message
}

export interface TextFieldProps extends InfoFieldProps {
  inputMode?: 'numeric' | 'tel'
  required?: boolean
  /** Puts a value into its usual writing when the field is left. */
  tidy?: ((value: string) => string) | undefined
  /** Fields whose error may go when this one changes. */
  deps?: InfoName[]
  /** `name` of the field to which Enter leads; the next one unless given. */
  enterTo?: string
}

/** A line of text that may be unusual: that is said once the field is left, and never in the way. */
export function TextField({
  form,
  name,
  className,
  required = false,
  tidy,
  deps,
  enterTo,
  ...input
}: TextFieldProps) {
  const { control, register, setValue } = form
  const [isTyping, setIsTyping] = useState(false)
  const value = useWatch({ control, name })
  const warning = isTyping ? '' : (warningOf(name, value) ?? '')
  const { errors, defaultValues } = useFormState({ control, name })
  const error = errors[name]?.message
  const field = register(name, {
    ...(deps !== undefined && { deps }),
    onBlur: (event: { target: { value: string } }) => {
      setIsTyping(false)
      const typed = event.target.value
      const tidied = tidy?.(typed) ?? typed
      // Only what was typed here: an untouched value stays as it was stored.
      if (tidied !== typed && defaultValues?.[name] !== typed) setValue(name, tidied, { shouldDirty: true })
    },
  })
  return (
    <Field
      label={INFO_LABELS[name]}
      required={required}
      error={error}
      note={warning}
      {...(className !== undefined && { className })}
    >
      {(box) => (
        <Input
          {...box}
          {...input}
          {...field}
          {...(enterTo !== undefined && { 'data-enter-to': enterTo })}
          autoComplete="off"
          enterKeyHint="next"
          onFocus={() => setIsTyping(true)}
        />
      )}
    </Field>
  )
}

export function NoteField({ form, name, className }: InfoFieldProps) {
  const error = useProblem(form.control, name)
  return (
    <Field label={INFO_LABELS[name]} error={error} {...(className !== undefined && { className })}>
      {(box) => <Textarea {...box} {...form.register(name)} />}
    </Field>
  )
}

export interface DayFieldProps extends InfoFieldProps {
  note?: string
  /** Somebody has typed or picked a date. */
  onEdit?: () => void
}

export function DayField({ form, name, className, note, onEdit }: DayFieldProps) {
  const { field } = useController({ control: form.control, name })
  const error = useProblem(form.control, name)
  const { value, onChange, ...rest } = field
  const edit = (day: string) => {
    onChange(day)
    onEdit?.()
  }
  return (
    <Field
      label={INFO_LABELS[name]}
      error={error}
      note={note}
      {...(className !== undefined && { className })}
    >
      {(box) => <DateInput {...box} {...rest} enterKeyHint="next" value={value} onValueChange={edit} />}
    </Field>
  )
}

export interface DurumFieldProps {
  form: Form
  className?: string
  /** The value that the record came with: it stays a choice, whatever it is (decisions: status). */
  stored: string
  onChoose: (durum: string) => void
}

export function DurumField({ form, className, stored, onChoose }: DurumFieldProps) {
  const { control, register } = form
  const current = useWatch({ control, name: 'durum' })
  const error = useProblem(control, 'durum')
  const field = register('durum', {
    onChange: (event: { target: { value: string } }) => onChoose(event.target.value),
  })
  return (
    <Field label={INFO_LABELS.durum} error={error} {...(className !== undefined && { className })}>
      {(box) => (
        <Select {...box} {...field}>
          {[...new Set<string>([...DURUM_OPTIONS, stored, current])].map((durum) => (
            <option key={durum} value={durum}>
              {durum === '' ? EMPTY_DASH : durum}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
