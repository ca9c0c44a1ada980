import { useRouter } from '@tanstack/react-router'

import { api, trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import type { VersionedUser } from '#shared/admin/schema.ts'
import { messages } from '#shared/messages.ts'

type UserToSave = RouterInputs['admin']['saveUser']

export interface UserSaveSettings {
  onStored: (id: number) => void
  onConflict: (current: VersionedUser) => void
  /** The server finds one field wrong, e.g. a name that is taken. */
  onWrong: (field: string) => void
}

/** Saves a user, and reads the list again. */
export function useSaveUser({ onStored, onConflict, onWrong }: UserSaveSettings) {
  const { admin } = trpc.useUtils()
  const renewOwn = useRenewOwn()
  const { mutateAsync } = trpc.admin.saveUser.useMutation()
  return useAttempt({
    store: async (user: UserToSave) => {
      const { id } = await mutateAsync(user)
      void admin.users.invalidate()
      renewOwn(id, user)
      toast.success(messages.userSaved)
      onStored(id)
    },
    readAgain: ({ id }) => api.admin.user.fetch({ id: Number(id) }, { staleTime: 0 }),
    onConflict: (current: VersionedUser) => {
      onConflict(current)
      void admin.users.invalidate()
    },
    refuse: (error, sent) => {
      const { code, field } = errorData(error) ?? {}
      if (field !== undefined) onWrong(field)
      if (code === 'CONFLICT' || code === 'NOT_FOUND') void admin.users.invalidate()
      return { field, message: errorMessage(error, messages.userSaveFailed, messages.userSaveFailed), sent }
    },
  })
}

/** An administrator who changes the own account sees it at once, in the header and in the settings. */
function useRenewOwn() {
  const router = useRouter()
  const own = useSessionUser()
  return (id: number, { username, company_name, license_type, license_end_date }: UserToSave) => {
    if (id !== own.id) return
    changeSessionUser({
      username: String(username).trim(),
      company_name: String(company_name).trim(),
      license_type: String(license_type),
      license_end_date: String(license_end_date),
    })
    void api.settings.get.invalidate()
    void router.invalidate()
  }
}
