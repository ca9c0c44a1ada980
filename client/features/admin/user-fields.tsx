import { useId } from 'react'

import { PasswordStrength } from '#client/components/password-strength.tsx'
import { AreaField, DayField, PasswordField, SelectField, TextField } from '#client/forms/fields.tsx'
import { type FormFields, useField, useIsRefused } from '#client/forms/use-field.ts'
import { PLAIN_INPUT, EMAIL_INPUT, NAME_INPUT, PHONE_INPUT } from '#client/lib/input-props.ts'
import { LICENSE_TYPES } from '#shared/options.ts'

import { ROLES, type UserValues } from './user-values.ts'

interface UserFieldsProps {
  form: FormFields<UserValues>
  isNew: boolean
}

/**
 * Asks for account, company, licence, role and password. Autofill is off: it would insert the administrator's own data.
 */
export function UserFields({ form, isNew }: UserFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField form={form} name="username" required {...PLAIN_INPUT} />
        <TextField form={form} name="email" required {...EMAIL_INPUT} />
        <TextField form={form} name="name_surname" {...NAME_INPUT} />
        <SelectField form={form} name="auth" autoComplete="off">
          {ROLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField form={form} name="company_name" />
        <TextField form={form} name="company_tel" type="tel" {...PHONE_INPUT} />
        <AreaField form={form} name="company_adress" className="md:col-span-2" autoComplete="off" />
        <LicenseField form={form} />
        <DayField form={form} name="license_end_date" />
      </div>
      <NewPassword form={form} isNew={isNew} />
    </>
  )
}

/** Offers the known licence types, and the account's own type if it is another one. */
function LicenseField({ form }: Pick<UserFieldsProps, 'form'>) {
  const { value } = useField(form, 'license_type')
  const types = [...new Set<string>([...LICENSE_TYPES, value])].filter((type) => type !== '')
  return (
    <SelectField form={form} name="license_type" autoComplete="off">
      <option value="">Yok</option>
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </SelectField>
  )
}

function NewPassword({ form, isNew }: UserFieldsProps) {
  const strength = useId()
  const { value } = useField(form, 'new_password')
  return (
    <div className="grid gap-2">
      <PasswordField
        form={form}
        name="new_password"
        required={isNew}
        hint={isNew ? undefined : 'Boş bırakılırsa parola değişmez.'}
        describedById={strength}
        autoComplete="new-password"
      />
      <PasswordStrength id={strength} password={value} isRefused={useIsRefused(form, 'new_password')} />
    </div>
  )
}
