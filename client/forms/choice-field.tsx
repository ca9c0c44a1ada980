import { useId } from 'react'

import { cn } from '#client/lib/cn.ts'

import type { FieldProps } from './fields.tsx'
import { useField } from './use-field.ts'

const CHIP =
  'relative inline-flex min-h-11 items-center justify-center rounded-md border border-input bg-card px-3 text-sm font-medium select-none hover:bg-sunken has-checked:border-foreground has-checked:bg-foreground has-checked:text-background has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring md:min-h-9'

interface ChoiceFieldProps<V extends object> extends Pick<
  FieldProps<V>,
  'form' | 'name' | 'className' | 'onEdit'
> {
  choices: readonly { value: string; label: string }[]
  /** The choice that is shown as taken while the field is empty. */
  unset?: string
  /** The layout of the choices. */
  rowClassName?: string
}

/** A row of choices, one of which is taken by a tap or the arrow keys; a value without a choice takes none. */
export function ChoiceField<V extends object>(props: ChoiceFieldProps<V>) {
  const { form, name, choices, unset, className, rowClassName, onEdit } = props
  const { value, error, setValue } = useField(form, name)
  const taken = value === '' ? (unset ?? '') : value
  const id = useId()
  return (
    <fieldset
      data-slot="field"
      className={cn('min-w-0', className)}
      {...(error !== undefined && { 'aria-describedby': id })}
    >
      <legend className="mb-1.5 text-sm font-medium">{form.rules[name].label}</legend>
      <div className={cn('flex flex-wrap gap-2', rowClassName)}>
        {choices.map((choice) => (
          <label key={choice.value} className={CHIP}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={taken === choice.value}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
              onChange={() => {
                setValue(choice.value as V[typeof name])
                onEdit?.(choice.value)
              }}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1.5 text-sm font-medium text-destructive">
          {error}
        </p>
      )}
    </fieldset>
  )
}
