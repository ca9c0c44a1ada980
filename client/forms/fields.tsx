import { Fragment, type ComponentProps, type ReactNode } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { describedBy, Field, type FieldControl } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'

import { type FormFields, useField } from './use-form.ts'

/** The names of a form's fields that hold text. */
export type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

/** What every field of a form is told; the rest of its props goes to the control. */
export interface FieldProps<V extends object> {
  form: FormFields<V>
  name: TextName<V>
  required?: boolean
  className?: string | undefined
  hint?: ReactNode
  /** What is unusual about the value, '' for nothing; absent where nothing ever is. */
  note?: (value: string) => string
}

export interface BoundControl extends FieldControl {
  name: string
  value: string
  /** Of a live form. */
  onBlur?: () => void
}

export interface FormFieldProps<V extends object> extends FieldProps<V> {
  children: (control: BoundControl, change: (value: string) => void) => ReactNode
}

/** A field with its label and what is wrong with it; the control is the caller's. */
export function FormField<V extends object>(props: FormFieldProps<V>) {
  const { form, name, required = false, className, hint, note, children } = props
  const { value, fills, error, isInvalid, change, leave } = useField(form, name)
  return (
    <Field
      label={form.rules[name].label}
      error={error}
      isInvalid={isInvalid}
      required={required}
      note={note?.(String(value))}
      {...(className !== undefined && { className })}
      {...(hint !== undefined && { hint })}
    >
      {(control) => (
        <Fragment key={fills}>
          {children({ ...control, ...leave, name, value: String(value) }, (text) =>
            change(text as V[typeof name]),
          )}
        </Fragment>
      )}
    </Field>
  )
}

type With<P, V extends object> = FieldProps<V> & Omit<P, keyof FieldProps<V> | 'value' | 'onChange'>

/** Tells the props of the field from those of its control. */
function split<V extends object, P extends FieldProps<V>>(props: P) {
  const { form, name, required = false, className, hint, note, ...control } = props
  return { field: { form, name, required, className, hint, ...(note && { note }) }, control }
}

/** A line of text. */
export function TextField<V extends object>(props: With<ComponentProps<'input'>, V>) {
  const { field, control: input } = split<V, typeof props>(props)
  return (
    <FormField<V> {...field}>
      {(control, change) => (
        <Input autoComplete="off" {...input} {...control} onChange={({ target }) => change(target.value)} />
      )}
    </FormField>
  )
}

/** A password with the button that shows it; `strengthId` names a text about it. */
export function PasswordField<V extends object>(
  props: With<ComponentProps<'input'>, V> & { strengthId?: string },
) {
  const { field, control: input } = split<V, typeof props>(props)
  const { strengthId, ...rest } = input
  return (
    <FormField<V> {...field}>
      {(control, change) => (
        <PasswordInput
          {...rest}
          {...control}
          {...(strengthId !== undefined && { 'aria-describedby': describedBy(control, strengthId) })}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  )
}

/** Text of several lines. */
export function AreaField<V extends object>(
  props: With<ComponentProps<'textarea'>, V> & { controlClassName?: string },
) {
  const { field, control: area } = split<V, typeof props>(props)
  const { controlClassName, ...rest } = area
  return (
    <FormField<V> {...field}>
      {(control, change) => (
        <Textarea
          {...rest}
          {...control}
          className={controlClassName}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  )
}

/** One of several choices; the options are the children. `onChoose` follows a choice. */
export function SelectField<V extends object>(
  props: With<ComponentProps<'select'>, V> & { onChoose?: (value: string) => void },
) {
  const { field, control: select } = split<V, typeof props>(props)
  const { onChoose, ...rest } = select
  return (
    <FormField<V> {...field}>
      {(control, change) => (
        <Select
          {...rest}
          {...control}
          onChange={({ target }) => {
            change(target.value)
            onChoose?.(target.value)
          }}
        />
      )}
    </FormField>
  )
}

/** A calendar day: a `Day`, '' for none, or a text that is none. `onEdit` follows what somebody types or picks. */
export function DayField<V extends object>(
  props: With<ComponentProps<'input'>, V> & { onEdit?: () => void },
) {
  const { field, control: input } = split<V, typeof props>(props)
  const { onEdit, ...rest } = input
  return (
    <FormField<V> {...field}>
      {(control, change) => (
        <DateInput
          {...rest}
          {...control}
          onValueChange={(day) => {
            change(day)
            onEdit?.()
          }}
        />
      )}
    </FormField>
  )
}
