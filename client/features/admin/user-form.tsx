import { useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'

import { FailedCall } from '#client/components/failed-call.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { changeSessionUser, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import type { User } from '#shared/admin/schema.ts'
import { messages } from '#shared/messages.ts'

import { ResetLink } from './reset-link.tsx'
import { UserFactor } from './user-factor.tsx'
import { UserFields } from './user-fields.tsx'
import { saveInput, snapshotOf, USER_RULES, userProblems } from './user-values.ts'

export interface UserFormProps {
  /** The user, `null` for a new one. */
  row: User | null
  /** Called when more was typed during a save: the form then edits the stored user. */
  onContinue: (stored: User) => void
  onClose: () => void
}

/** An account with its company, licence and role. The draft has everything except the password. */
export function UserForm({ row: user, onContinue, onClose }: UserFormProps) {
  const id = user?.id ?? 0
  const own = useSessionUser()
  const utils = trpc.useUtils()
  const renewOwn = useRenewOwn()
  const { mutateAsync } = useConfirmedMutation(trpcClient.admin.saveUser.mutate)
  const form = useForm({
    rules: USER_RULES,
    stored: snapshotOf(user),
    problems: (values) => userProblems(values, user),
    draft: { name: `kullanici:${own.id}:${id}`, mode: 'restore', without: { new_password: '' } },
    save: (values, claim) => mutateAsync(saveInput(values, { ...claim, id })),
    snapshotOf,
    readAgain: () => api.admin.user.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.admin.users.invalidate()
      if (saved.id === own.id) renewOwn(saved)
      toast.success(messages.userSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failure: (error) => errorMessage(error, messages.userSaveFailed, messages.userSaveFailed),
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
          <ResetLink user={user} />
          <EndSessions id={id} />
          <UserFactor id={id} />
        </>
      )}
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}

/** A phone was lost, or somebody has left: nobody is logged in as this user any more. */
function EndSessions({ id }: { id: number }) {
  const utils = trpc.useUtils()
  const end = useConfirmedMutation(trpcClient.admin.endSessions.mutate, {
    onSuccess: ({ ended }) => {
      toast.success(ended === 0 ? 'Açık oturumu yok.' : `${formatCount(ended)} oturum kapatıldı.`)
      void utils.settings.sessions.invalidate()
    },
  })
  return (
    <div className="grid gap-2">
      {end.isError && (
        <FailedCall
          message={errorMessage(end.error, messages.userSessionsEndFailed, messages.userSessionsEndFailed)}
          error={end.error}
        />
      )}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        pending={end.isPending}
        onClick={() => end.mutate({ id })}
      >
        <LogOut aria-hidden />
        Oturumlarını kapat
      </Button>
    </div>
  )
}

/** A change of the own account appears at once in the header and in the settings. */
function useRenewOwn() {
  const router = useRouter()
  return ({ username, company_name, license_type, license_end_date }: User) => {
    changeSessionUser({ username, company_name, license_type, license_end_date })
    void api.settings.get.invalidate()
    void router.invalidate()
  }
}
