import { Field } from '#client/components/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { OUTPUT_FORMATS } from '#shared/options.ts'

import {
  FIELD_LABELS,
  type GeneralField,
  type GeneralProblems,
  type GeneralValues,
} from './general-values.ts'

export interface GeneralFieldsProps {
  values: GeneralValues
  problems: GeneralProblems
  onChange: (values: GeneralValues) => void
}

export function GeneralFields({ values, problems, onChange }: GeneralFieldsProps) {
  const of = (name: GeneralField) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...values, [name]: target.value }),
  })
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field label={FIELD_LABELS.company_name} required error={problems.company_name}>
        {(control) => <Input {...control} {...of('company_name')} autoComplete="organization" />}
      </Field>
      <Field label={FIELD_LABELS.company_tel} error={problems.company_tel}>
        {(control) => <Input {...control} {...of('company_tel')} type="tel" autoComplete="tel" />}
      </Field>
      <Field label={FIELD_LABELS.company_adress} error={problems.company_adress} className="md:col-span-2">
        {(control) => <Textarea {...control} {...of('company_adress')} autoComplete="street-address" />}
      </Field>
      <Field
        label={FIELD_LABELS.output_format}
        hint="Seçiminiz saklanır; belgeler PDF olarak hazırlanır."
        error={problems.output_format}
      >
        {(control) => (
          <Select {...control} {...of('output_format')}>
            {OUTPUT_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
