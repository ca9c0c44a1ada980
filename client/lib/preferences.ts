import { getMutationKey } from '@trpc/react-query'

import { api, queryClient, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { DEFAULT_PREFERENCES } from '#shared/options.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

const FAILED = 'Seçiminiz kaydedilemedi. Lütfen tekrar deneyin.'

/** Returns the logged-in user's display preferences. They are part of the session, so they need no call. */
export function usePreferences(): Preferences {
  const { data } = trpc.auth.session.useQuery()
  return data?.user?.preferences ?? DEFAULT_PREFERENCES
}

/** Returns the preferences that this page shows now, outside components. */
export const presentPreferences = (): Preferences =>
  api.auth.session.getData()?.user?.preferences ?? DEFAULT_PREFERENCES

/** Returns whether the server has not answered a change yet. */
const isChanging = () =>
  queryClient.isMutating({ mutationKey: getMutationKey(trpc.settings.savePreferences) }) > 0

/**
 * Returns a function that changes parts of the preferences at once on this page, and reverts them if the server does
 * not store them. Changes are stored one after the other. It resolves to whether the server stored this one.
 */
export function useSavePreferences(): (changes: Partial<Preferences>) => Promise<boolean> {
  const { mutateAsync } = trpc.settings.savePreferences.useMutation({ scope: { id: 'preferences' } })
  return async (changes) => {
    const before = presentPreferences()
    changeSessionUser({ preferences: { ...before, ...changes } })
    try {
      const stored = await mutateAsync(changes)
      // With another change pending, this page already shows that one.
      if (!isChanging()) changeSessionUser({ preferences: stored })
      return true
    } catch (error) {
      changeSessionUser({ preferences: revertChanges(changes, before) })
      toast.error(errorMessage(error, FAILED, FAILED))
      return false
    }
  }
}

/** Returns the present preferences without `changes`, but with the parts that another change has replaced since. */
function revertChanges(changes: Partial<Preferences>, before: Preferences): Preferences {
  const now = presentPreferences()
  const restored = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
    now[name] === changes[name] ? before[name] : now[name]
  return {
    listPreset: restored('listPreset'),
    hiddenColumns: restored('hiddenColumns'),
    views: restored('views'),
  }
}
