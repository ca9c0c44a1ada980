import { ChoiceField } from '#client/forms/choice-field.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useStore } from '#client/lib/store.ts'
import { isDay } from '#shared/date.ts'
import {
  canBeAutomatic,
  hasOtherValues,
  LAST_DAY_OF_ALL_MONTHS,
  REPEAT_CHOICES,
  type RepeatChoice,
} from '#shared/expense/repetition.ts'
import type { Repetition } from '#shared/expense/schema.ts'

import { type ExpenseValues, REPEAT_WORDS, repeatedValues } from './expense-form-values.ts'

const CHOICES = REPEAT_CHOICES.map((value) => ({ value, label: REPEAT_WORDS[value] }))

interface RepeatFieldProps {
  form: FormFields<ExpenseValues>
  /** The repetition of the expense, if it has one. */
  repetition: Repetition | undefined
}

/** Asks whether the expense repeats each month, and whether its repetition takes its changed values. */
export function RepeatField({ form, repetition }: RepeatFieldProps) {
  const stored = storedChoice(repetition)
  const choice = useField(form, 'repeat').value || stored
  const method = useField(form, 'method').value
  const day = useField(form, 'spend_date').value
  const follow = useField(form, 'repeat_values')
  const isOther = useStore(
    form.store,
    ({ values }) => repetition !== undefined && hasOtherValues(repeatedValues(values), repetition),
  )
  // A choice that is not possible with this method stays, so that the user sees what the message is about.
  const choices = CHOICES.filter(
    ({ value }) => value !== 'automatic' || canBeAutomatic({ method }) || choice === 'automatic',
  )
  return (
    <div>
      <ChoiceField form={form} name="repeat" choices={choices} unset={stored} />
      {choice !== 'none' && (
        <p className="mt-1.5 text-sm text-muted-foreground">
          {hintOf(choice, repetition?.day_of_month ?? (isDay(day) ? Number(day.slice(8)) : null))}
          {!canBeAutomatic({ method }) && ' Nakit giderler hep sorulur.'}
        </p>
      )}
      {isOther && choice !== 'none' && (
        <Checkbox
          label="Sonraki aylar da böyle olsun"
          checked={follow.value === 'yes'}
          onChange={(event) => follow.setValue(event.target.checked ? 'yes' : '')}
        />
      )}
    </div>
  )
}

/** Returns how the expense repeats as it is stored. */
const storedChoice = (repetition: Repetition | undefined): RepeatChoice =>
  repetition === undefined ? 'none' : repetition.is_automatic ? 'automatic' : 'proposed'

function hintOf(choice: RepeatChoice, day: number | null): string {
  if (day === null) return ''
  const short = day > LAST_DAY_OF_ALL_MONTHS ? ' (kısa aylarda son günü)' : ''
  return `Her ayın ${day}. günü${short} ${choice === 'proposed' ? 'bu ekranda sorulur.' : 'kendiliğinden kaydedilir.'}`
}
