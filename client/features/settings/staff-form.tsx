import { useId } from 'react'

import { EndSessions } from '#client/components/end-sessions.tsx'
import { PasswordStrength } from '#client/components/password-strength.tsx'
import { ResetLink } from '#client/components/reset-link.tsx'
import { PasswordField, SelectField, TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { type FormFields, useField, useIsRefused } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { PLAIN_INPUT, NAME_INPUT } from '#client/lib/input-props.ts'
import { messages } from '#shared/messages.ts'
import type { Member } from '#shared/staff/schema.ts'

import {
  ACCESS,
  saveInput,
  snapshotOf,
  STAFF_RULES,
  staffProblems,
  type StaffValues,
} from './staff-values.ts'

interface StaffFormProps {
  /** Member to edit, `null` for a new one. */
  row: Member | null
  /** Called when the user typed more during a save: the form then edits the stored member. */
  onContinue: (stored: Member) => void
  onClose: () => void
}

/** Edits a member of staff: name, right, password. The draft has everything except the password. */
export function StaffForm({ row: member, onContinue, onClose }: StaffFormProps) {
  const id = member?.id ?? 0
  const utils = trpc.useUtils()
  const { mutateAsync } = useConfirmedMutation(trpcClient.staff.save.mutate)
  const form = useForm({
    rules: STAFF_RULES,
    stored: snapshotOf(member),
    validate: (values) => staffProblems(values, member),
    draft: { name: `calisan:${useSessionUser().id}:${id}`, mode: 'restore', unstored: { new_password: '' } },
    save: (values, keyAndVersion) => mutateAsync(saveInput(values, { ...keyAndVersion, id })),
    snapshotOf,
    reload: () => api.staff.get.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.staff.invalidate()
      toast.success(messages.memberSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, messages.memberSaveFailed, messages.memberSaveFailed),
    onRefused: () => void utils.staff.invalidate(),
  })
  return (
    <FormFrame form={form}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField form={form} name="name_surname" autoComplete="off" {...NAME_INPUT} />
        <TextField form={form} name="username" required autoComplete="off" {...PLAIN_INPUT} />
      </div>
      <AccessFields form={form} />
      <NewPasswordField form={form} isNew={member === null} />
      {member !== null && (
        <>
          <ResetLink
            id={id}
            username={member.username}
            phone=""
            makeLink={trpcClient.staff.makeResetLink.mutate}
          />
          <EndSessions
            id={id}
            end={trpcClient.staff.endSessions.mutate}
            onEnded={() => void utils.staff.invalidate()}
          />
        </>
      )}
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}

/** Asks for the right and explains the chosen one. */
function AccessFields({ form }: { form: FormFields<StaffValues> }) {
  const { value: chosen } = useField(form, 'access')
  const { about } = ACCESS.find(({ value }) => value === chosen) ?? ACCESS[0]
  return (
    <SelectField form={form} name="access" autoComplete="off" hint={about}>
      {ACCESS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function NewPasswordField({ form, isNew }: { form: FormFields<StaffValues>; isNew: boolean }) {
  const strength = useId()
  const { value } = useField(form, 'new_password')
  return (
    <div className="grid gap-2">
      <PasswordField
        form={form}
        name="new_password"
        required={isNew}
        hint={
          isNew
            ? 'Çalışan ilk girişten sonra Ayarlar’dan değiştirebilir.'
            : 'Boş bırakılırsa parola değişmez.'
        }
        describedById={strength}
        autoComplete="new-password"
      />
      <PasswordStrength id={strength} password={value} isRefused={useIsRefused(form, 'new_password')} />
    </div>
  )
}
