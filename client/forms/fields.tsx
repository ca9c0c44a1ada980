import { Fragment, type ComponentProps, type ReactNode } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { describedBy, Field, type FieldControl } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'

import { type FormFields, useField } from './use-field.ts'

/** The names of a form's fields that hold text. */
export type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

/** What every field of a form is told; the rest of its props goes to the control. */
export interface FieldProps<V extends object> {
  form: FormFields<V>
  name: TextName<V>
  required?: boolean
  className?: string | undefined
  controlClassName?: string
  hint?: ReactNode
  /** What is unusual about the value, '' for nothing; absent where nothing ever is. */
  note?: (value: string) => string
  /** The id of one more text that is about the field. */
  describedById?: string
  /** Follows what somebody types, picks or chooses. */
  onEdit?: (value: string) => void
}

export interface BoundControl extends FieldControl {
  name: string
  value: string
  className: string | undefined
  /** Of a live form. */
  onBlur?: () => void
}

export interface FormFieldProps<V extends object> extends FieldProps<V> {
  children: (control: BoundControl, change: (value: string) => void) => ReactNode
}

/** A field with its label and what is wrong with it; the control is the caller's. */
export function FormField<V extends object>(props: FormFieldProps<V>) {
  const { form, name, required = false, className, controlClassName, children } = props
  const { hint, note, describedById, onEdit } = props
  const { value, fills, error, isInvalid, change, leave } = useField(form, name)
  const edit = (text: string) => {
    change(text as V[typeof name])
    onEdit?.(text)
  }
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
      {(control) => {
        const more = describedById !== undefined && {
          'aria-describedby': describedBy(control, describedById),
        }
        const bound = {
          ...control,
          ...more,
          ...leave,
          name,
          value: String(value),
          className: controlClassName,
        }
        return <Fragment key={fills}>{children(bound, edit)}</Fragment>
      }}
    </Field>
  )
}

/** A field around one kind of control, which takes what is bound to the form and the props of its own. */
function fieldOf<P>(
  draw: (props: Omit<P, keyof BoundControl> & BoundControl, change: (value: string) => void) => ReactNode,
) {
  return function BoundField<V extends object>(
    props: FieldProps<V> & Omit<P, keyof FieldProps<V> | 'value' | 'onChange'>,
  ) {
    const { form, name, required, className, controlClassName, hint, note, describedById, onEdit, ...own } =
      props
    const field = { form, name, required, className, controlClassName, hint, note, describedById, onEdit }
    return (
      <FormField<V> {...(field as FieldProps<V>)}>
        {(control, change) =>
          draw({ ...(own as unknown as Omit<P, keyof BoundControl>), ...control }, change)
        }
      </FormField>
    )
  }
}

/** A line of text. */
export const TextField = fieldOf<ComponentProps<'input'>>((props, change) => (
  <Input autoComplete="off" {...props} onChange={({ target }) => change(target.value)} />
))

/** A password with the button that shows it. */
export const PasswordField = fieldOf<ComponentProps<'input'>>((props, change) => (
  <PasswordInput {...props} onChange={({ target }) => change(target.value)} />
))

/** Text of several lines. */
export const AreaField = fieldOf<ComponentProps<'textarea'>>((props, change) => (
  <Textarea {...props} onChange={({ target }) => change(target.value)} />
))

/** One of several choices; the options are the children. */
export const SelectField = fieldOf<ComponentProps<'select'>>((props, change) => (
  <Select {...props} onChange={({ target }) => change(target.value)} />
))

/** A calendar day: a `Day`, '' for none, or a text that is none. */
export const DayField = fieldOf<ComponentProps<'input'>>((props, change) => (
  <DateInput {...props} onValueChange={change} />
))
