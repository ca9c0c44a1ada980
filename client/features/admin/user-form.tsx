import { useRouter } from '@tanstack/react-router'

import { EndSessions } from '#client/components/end-sessions.tsx'
import { ResetLink } from '#client/components/reset-link.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import type { User } from '#shared/admin/schema.ts'
import { messages } from '#shared/messages.ts'

import { UserFactor } from './user-factor.tsx'
import { UserFields } from './user-fields.tsx'
import { saveInput, snapshotOf, USER_RULES, userProblems } from './user-values.ts'

interface UserFormProps {
  /** User to edit, `null` for a new one. */
  row: User | null
  /** Called when the user typed more during a save: the form then edits the stored user. */
  onContinue: (stored: User) => void
  onClose: () => void
}

/** Edits an account with its company, licence and role. The draft has everything except the password. */
export function UserForm({ row: user, onContinue, onClose }: UserFormProps) {
  const id = user?.id ?? 0
  const own = useSessionUser()
  const utils = trpc.useUtils()
  const renewOwn = useRefreshOwnAccount()
  const { mutateAsync } = useConfirmedMutation(trpcClient.admin.saveUser.mutate)
  const form = useForm({
    rules: USER_RULES,
    stored: snapshotOf(user),
    validate: (values) => userProblems(values, user),
    draft: { name: `kullanici:${own.id}:${id}`, mode: 'restore', unstored: { new_password: '' } },
    save: (values, keyAndVersion) => mutateAsync(saveInput(values, { ...keyAndVersion, id })),
    snapshotOf,
    reload: () => api.admin.user.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.admin.users.invalidate()
      if (saved.id === own.id) renewOwn(saved)
      toast.success(messages.userSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, messages.userSaveFailed, messages.userSaveFailed),
    // Another administrator has changed or deleted the user, so the list is stale.
    onRefused: () => void utils.admin.users.invalidate(),
  })
  return (
    <FormFrame form={form}>
      {user !== null && user.company_logo !== '' && (
        <img
          src={user.company_logo}
          alt="Firma logosu"
          className="h-20 max-w-full justify-self-start rounded-md border border-border bg-[#ffffff] object-contain p-2"
        />
      )}
      <UserFields form={form} isNew={id === 0} />
      {user !== null && (
        <>
          <ResetLink
            id={id}
            username={user.username}
            phone={user.company_tel}
            makeLink={trpcClient.admin.makeResetLink.mutate}
          />
          <EndSessions
            id={id}
            end={trpcClient.admin.endSessions.mutate}
            onEnded={() => void utils.settings.sessions.invalidate()}
          />
          <UserFactor id={id} />
        </>
      )}
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}

/** Shows a change of the administrator's own account at once in the header and in the settings. */
function useRefreshOwnAccount() {
  const router = useRouter()
  return (own: User) => {
    const { username, company_name, company_tel, company_adress, license_type, license_end_date } = own
    changeSessionUser({
      username,
      company_name,
      company_tel,
      company_adress,
      license_type,
      license_end_date,
    })
    void api.settings.get.invalidate()
    void router.invalidate()
  }
}
