import { Fragment, type ComponentProps, type ReactNode } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { describedBy, Field, type FieldControl } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'

import { type FormFields, useField } from './use-field.ts'

/** The names of a form's text fields. */
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

/** The common props of form fields; all others go to the control. */
export interface FieldProps<V extends object> {
  form: FormFields<V>
  name: TextName<V>
  required?: boolean
  className?: string | undefined
  controlClassName?: string
  hint?: ReactNode
  remark?: ReactNode
  /** The warning about an unusual value, '' for none; absent for fields that never have one. */
  note?: (value: string) => string
  /** The id of another text that describes the field. */
  describedById?: string
  /** Called when the user types, picks or chooses. */
  onEdit?: (value: string) => void
}

interface BoundControl extends FieldControl {
  name: string
  value: string
  className: string | undefined
  /** Present in a live form. */
  onBlur?: () => void
}

interface FormFieldProps<V extends object> extends FieldProps<V> {
  children: (control: BoundControl, setValue: (value: string) => void) => ReactNode
}

/** A field with its label and message around the caller's control. */
export function FormField<V extends object>(props: FormFieldProps<V>) {
  const { form, name, required = false, className, controlClassName, children } = props
  const { hint, remark, note, describedById, onEdit } = props
  const { value, fillCount, error, isInvalid, setValue, blurProps } = useField(form, name)
  const edit = (text: string) => {
    setValue(text as V[typeof name])
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
      remark={remark}
    >
      {(control) => {
        const more = describedById !== undefined && {
          'aria-describedby': describedBy(control, describedById),
        }
        const bound = {
          ...control,
          ...more,
          ...blurProps,
          name,
          value: String(value),
          className: controlClassName,
        }
        return <Fragment key={fillCount}>{children(bound, edit)}</Fragment>
      }}
    </Field>
  )
}

/** Returns a field for one kind of control, with the props of the control and those that bind it to the form. */
function fieldOf<P>(
  draw: (props: Omit<P, keyof BoundControl> & BoundControl, setValue: (value: string) => void) => ReactNode,
) {
  return function BoundField<V extends object>(
    props: FieldProps<V> & Omit<P, keyof FieldProps<V> | 'value' | 'onChange'>,
  ) {
    const { form, name, required, className, controlClassName, ...rest } = props
    const { hint, remark, note, describedById, onEdit, ...own } = rest
    const texts = { hint, remark, note, describedById, onEdit }
    const field = { form, name, required, className, controlClassName, ...texts }
    return (
      <FormField<V> {...(field as FieldProps<V>)}>
        {(control, setValue) =>
          draw({ ...(own as unknown as Omit<P, keyof BoundControl>), ...control }, setValue)
        }
      </FormField>
    )
  }
}

/** A line of text. */
export const TextField = fieldOf<ComponentProps<'input'>>((props, setValue) => (
  <Input autoComplete="off" {...props} onChange={({ target }) => setValue(target.value)} />
))

/** A password with a button that shows it. */
export const PasswordField = fieldOf<ComponentProps<'input'>>((props, setValue) => (
  <PasswordInput {...props} onChange={({ target }) => setValue(target.value)} />
))

/** A text of several lines. */
export const AreaField = fieldOf<ComponentProps<'textarea'>>((props, setValue) => (
  <Textarea {...props} onChange={({ target }) => setValue(target.value)} />
))

/** A select; the options are the children. */
export const SelectField = fieldOf<ComponentProps<'select'>>((props, setValue) => (
  <Select {...props} onChange={({ target }) => setValue(target.value)} />
))

/** A calendar day: a `Day`, '' for none, or a text that is no date. */
export const DayField = fieldOf<ComponentProps<'input'>>((props, setValue) => (
  <DateInput {...props} onValueChange={setValue} />
))
