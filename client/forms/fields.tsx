import { Fragment, type ComponentProps, type ReactNode } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field, type FieldControl } from '#client/components/field.tsx'
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
}

export interface BoundControl extends FieldControl {
  name: string
  value: string
}

export interface FormFieldProps<V extends object> extends FieldProps<V> {
  children: (control: BoundControl, change: (value: string) => void) => ReactNode
}

/** A field with its label and what is wrong with it; the control is the caller's. */
export function FormField<V extends object>(props: FormFieldProps<V>) {
  const { form, name, required = false, className, hint, children } = props
  const { value, fills, error, isInvalid, change } = useField(form, name)
  return (
    <Field
      label={form.rules[name].label}
      error={error}
      isInvalid={isInvalid}
      required={required}
      {...(className !== undefined && { className })}
      {...(hint !== undefined && { hint })}
    >
      {(control) => (
        <Fragment key={fills}>
          {children({ ...control, name, value: String(value) }, (text) => change(text as V[typeof name]))}
        </Fragment>
      )}
    </Field>
  )
}

type With<P, V extends object> = FieldProps<V> & Omit<P, keyof FieldProps<V> | 'value' | 'onChange'>

/** A line of text. */
export function TextField<V extends object>(props: With<ComponentProps<'input'>, V>) {
  const { form, name, required, className, hint, ...input } = props
  return (
    <FormField<V> {...{ form, name, className, hint }} required={required === true}>
      {(control, change) => (
        <Input autoComplete="off" {...input} {...control} onChange={({ target }) => change(target.value)} />
      )}
    </FormField>
  )
}

/** Text of several lines. */
export function AreaField<V extends object>(
  props: With<ComponentProps<'textarea'>, V> & { controlClassName?: string },
) {
  const { form, name, required, className, hint, controlClassName, ...area } = props
  return (
    <FormField<V> {...{ form, name, className, hint }} required={required === true}>
      {(control, change) => (
        <Textarea
          {...area}
          {...control}
          className={controlClassName}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  )
}

/** One of several choices; the options are the children. */
export function SelectField<V extends object>(props: With<ComponentProps<'select'>, V>) {
  const { form, name, required, className, hint, ...select } = props
  return (
    <FormField<V> {...{ form, name, className, hint }} required={required === true}>
      {(control, change) => (
        <Select {...select} {...control} onChange={({ target }) => change(target.value)} />
      )}
    </FormField>
  )
}

/** A calendar day: a `Day`, '' for none, or a text that is none. */
export function DayField<V extends object>(props: FieldProps<V>) {
  return (
    <FormField<V> {...props}>
      {(control, change) => <DateInput {...control} onValueChange={change} />}
    </FormField>
  )
}
