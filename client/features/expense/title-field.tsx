import { keepPreviousData } from '@tanstack/react-query'

import { Combobox } from '#client/components/combobox.tsx'
import { FormField } from '#client/forms/fields.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'

import type { ExpenseValues } from './expense-form-values.ts'

/** Asks for the title and suggests those of earlier expenses; without a text ArrowDown offers the usual ones. */
export function TitleField({ form }: { form: FormFields<ExpenseValues> }) {
  const { value: typed } = useField(form, 'title')
  const q = typed.trim()
  const { data } = trpc.expense.titles.useQuery(
    { q },
    // The list stays while the next one loads.
    { retry: false, meta: QUIET, placeholderData: keepPreviousData },
  )
  const options = data?.titles.filter((title) => title !== q) ?? []
  return (
    <FormField form={form} name="title" required className="col-span-full">
      {(control, setValue) => (
        <Combobox
          {...control}
          enterKeyHint="next"
          listLabel="Önceki başlıklar"
          options={options}
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
