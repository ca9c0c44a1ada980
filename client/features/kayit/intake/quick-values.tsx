import { type FormFields, useField } from '#client/forms/use-field.ts'
import { cn } from '#client/lib/cn.ts'

const CHIP =
  'inline-flex min-h-11 items-center rounded-md border border-input bg-card px-3 text-sm font-medium hover:bg-sunken aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background md:min-h-9'

interface QuickValuesProps<V extends object> {
  form: FormFields<V>
  name: { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string
  /** The name of the row for screen readers. */
  label: string
  choices: readonly { value: string; label: string }[]
  className?: string
}

/** Buttons that fill a text field with a frequent value; a second press empties it. */
export function QuickValues<V extends object>({
  form,
  name,
  label,
  choices,
  className,
}: QuickValuesProps<V>) {
  const { value, setValue } = useField(form, name)
  return (
    <fieldset className={cn('flex min-w-0 flex-wrap gap-2', className)}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => {
        const isPressed = String(value) === choice.value
        return (
          <button
            key={choice.label}
            type="button"
            aria-pressed={isPressed}
            className={CHIP}
            onClick={() => setValue((isPressed ? '' : choice.value) as V[typeof name])}
          >
            {choice.label}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Buttons that add a word to a list in a text field, or take it out. */
export function QuickWords<V extends object>({
  form,
  name,
  label,
  words,
}: Pick<QuickValuesProps<V>, 'form' | 'name' | 'label'> & { words: readonly string[] }) {
  const { value, setValue } = useField(form, name)
  const parts = String(value)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {words.map((word) => {
        const isPressed = parts.includes(word)
        const next = isPressed ? parts.filter((part) => part !== word) : [...parts, word]
        return (
          <button
            key={word}
            type="button"
            aria-pressed={isPressed}
            className={CHIP}
            onClick={() => setValue(next.join(', ') as V[typeof name])}
          >
            {word}
          </button>
        )
      })}
    </fieldset>
  )
}
