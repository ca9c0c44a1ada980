import { ChoiceField } from '#client/forms/choice-field.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'

import type { ExpenseValues } from './expense-form-values.ts'

interface CategoryFieldProps {
  form: FormFields<ExpenseValues>
  onEdit: () => void
}

/** Asks for the category: those of the shop's list, and the stored one if it was removed from the list since. */
export function CategoryField({ form, onEdit }: CategoryFieldProps) {
  const { value } = useField(form, 'category')
  const { data } = trpc.expense.categories.useQuery()
  const listed = data?.categories ?? []
  const names = value === '' || listed.includes(value) ? listed : [...listed, value]
  return (
    <ChoiceField
      form={form}
      name="category"
      choices={[...names.map((name) => ({ value: name, label: name })), { value: '', label: 'Yok' }]}
      className="col-span-full"
      onEdit={onEdit}
    />
  )
}
