import { useId } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { describedBy, Field } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { PasswordStrength } from '#client/components/password-strength.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { LICENSE_TYPES } from '#shared/options.ts'

import { FIELD_LABELS, ROLES, type UserField, type UserProblems, type UserValues } from './user-values.ts'

export interface UserFieldsProps {
  values: UserValues
  problems: UserProblems
  onChange: (values: UserValues) => void
}

/** Account, company, licence and role. The browser must not fill in the administrator's own data. */
export function UserFields({ values, problems, onChange }: UserFieldsProps) {
  const change = (name: UserField, value: string) => onChange({ ...values, [name]: value })
  const of = (name: UserField) => ({
    name,
    autoComplete: 'off',
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  })
  const field = (name: UserField) => ({ label: FIELD_LABELS[name], error: problems[name] })
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field {...field('username')} required>
        {(control) => <Input {...control} {...of('username')} autoCapitalize="none" spellCheck={false} />}
      </Field>
      <Field {...field('email')} required>
        {(control) => <Input {...control} {...of('email')} type="email" />}
      </Field>
      <Field {...field('name_surname')}>{(control) => <Input {...control} {...of('name_surname')} />}</Field>
      <Field {...field('auth')}>
        {(control) => (
          <Select {...control} {...of('auth')}>
            {ROLES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field {...field('company_name')}>{(control) => <Input {...control} {...of('company_name')} />}</Field>
      <Field {...field('company_tel')}>
        {(control) => <Input {...control} {...of('company_tel')} type="tel" />}
      </Field>
      <Field {...field('company_adress')} className="md:col-span-2">
        {(control) => <Textarea {...control} {...of('company_adress')} />}
      </Field>
      <Field {...field('license_type')}>
        {(control) => (
          <Select {...control} {...of('license_type')}>
            <option value="">Yok</option>
            {licenseChoices(values.license_type).map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field {...field('license_end_date')}>
        {(control) => (
          <DateInput
            {...control}
            name="license_end_date"
            value={values.license_end_date}
            onValueChange={(day) => change('license_end_date', day)}
          />
        )}
      </Field>
    </div>
  )
}

/** The known types, and any other that the account has. */
function licenseChoices(type: string): string[] {
  const known: readonly string[] = LICENSE_TYPES
  return known.includes(type) || type === '' ? [...known] : [...known, type]
}

export interface NewPasswordProps {
  value: string
  isNew: boolean
  error: string | undefined
  onChange: (password: string) => void
}

export function NewPassword({ value, isNew, error, onChange }: NewPasswordProps) {
  const strength = useId()
  return (
    <div className="grid gap-2">
      <Field
        label="Yeni parola"
        required={isNew}
        error={error}
        {...(!isNew && { hint: 'Boş bırakılırsa parola değişmez.' })}
      >
        {(control) => (
          <PasswordInput
            {...control}
            aria-describedby={describedBy(control, strength)}
            name="new_password"
            autoComplete="new-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <PasswordStrength id={strength} password={value} />
    </div>
  )
}
