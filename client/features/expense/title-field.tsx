import { Combobox } from '#client/components/combobox.tsx'
import { FormField } from '#client/forms/fields.tsx'
import type { FormFields } from '#client/forms/use-field.ts'

import type { ExpenseValues } from './expense-form-values.ts'

/** Asks for the title and suggests those of earlier expenses; without a text ArrowDown offers the usual ones. */
export function TitleField({ form, titles }: { form: FormFields<ExpenseValues>; titles: readonly string[] }) {
  return (
    <FormField form={form} name="title" required className="col-span-full">
      {(control, setValue) => (
        <Combobox
          {...control}
          enterKeyHint="next"
          listLabel="Önceki başlıklar"
          options={titles}
          keyOf={(title) => title}
          onValueChange={setValue}
          onChoose={(title) => {
            setValue(title)
            document.querySelector<HTMLElement>('[role="dialog"] [name="amount_kurus"]')?.focus()
          }}
        >
          {(title) => <span className="min-w-0 wrap-anywhere">{title}</span>}
        </Combobox>
      )}
    </FormField>
  )
}
