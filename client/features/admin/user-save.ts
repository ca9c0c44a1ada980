import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { api, trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { changeSessionUser, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import type { VersionedUser } from '#shared/admin/schema.ts'
import { messages } from '#shared/messages.ts'

type UserToSave = RouterInputs['admin']['saveUser']

export interface UserSaveSettings {
  /** The list that the user was opened from: read again where somebody else has changed it. */
  shown: RouterInputs['admin']['users']
  onStored: () => void
  onConflict: (current: VersionedUser) => void
  /** The server finds one field wrong, e.g. a name that is taken. */
  onWrong: (field: string) => void
}

/** Why the last attempt came to nothing, and what it was. */
interface Refusal {
  field: string | undefined
  message: string
  sent: UserToSave
}

/** Saves a user, one attempt at a time. Nothing typed is lost when it does not work. */
export function useSaveUser({ shown, onStored, onConflict, onWrong }: UserSaveSettings) {
  const utils = trpc.useUtils()
  const renewOwn = useRenewOwn()
  const { mutateAsync, isPending } = trpc.admin.saveUser.useMutation()
  const [refusal, setRefusal] = useState<Refusal>()
  const busy = useRef(false)
  const interrupted = useRef<UserToSave>(undefined)

  const failed = async (error: unknown, user: UserToSave) => {
    const data = errorData(error)
    const current = data?.code === 'CONFLICT' ? await readAgain(shown, Number(user.id)) : undefined
    if (current !== undefined) return onConflict(current)
    // The login over the form asks for the password and resumes.
    if (data?.code === 'UNAUTHORIZED') {
      interrupted.current = user
      return undefined
    }
    const message = errorMessage(error, messages.userSaveFailed, messages.userSaveFailed)
    setRefusal({ field: data?.field, message, sent: user })
    if (data?.field !== undefined) onWrong(data.field)
    if (data?.code === 'NOT_FOUND') void utils.admin.users.invalidate()
    return undefined
  }
  const store = async (user: UserToSave) => {
    try {
      const { id } = await mutateAsync(user)
      void utils.admin.users.invalidate()
      renewOwn(id, user)
      toast.success(messages.userSaved)
      onStored()
    } catch (error) {
      await failed(error, user)
    }
    busy.current = false
  }
  const save = (user: UserToSave) => {
    if (busy.current) return
    busy.current = true
    interrupted.current = undefined
    setRefusal(undefined)
    void store(user)
  }
  return {
    isPending,
    refusal,
    save,
    resume: () => {
      if (interrupted.current !== undefined) save(interrupted.current)
    },
  }
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

/** The user as it is now; `undefined` where it is not in the list any more or cannot be read. */
async function readAgain(
  shown: RouterInputs['admin']['users'],
  id: number,
): Promise<VersionedUser | undefined> {
  try {
    const page = await api.admin.users.fetch(shown, { staleTime: 0 })
    return page.items.find((user) => user.id === id)
  } catch (error) {
    logError('Kullanıcı yeniden okunamadı.', error)
    return undefined
  }
}
