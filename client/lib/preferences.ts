import { getMutationKey } from '@trpc/react-query'

import { api, queryClient, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { DEFAULT_PREFERENCES } from '#shared/options.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

const FAILED = 'Seçiminiz kaydedilemedi. Lütfen tekrar deneyin.'

/** How the logged-in user likes the screens; part of the session, so nothing is loaded for it. */
export function usePreferences(): Preferences {
  const { data } = trpc.auth.session.useQuery()
  return data?.user?.preferences ?? DEFAULT_PREFERENCES
}

/** The preferences as this page shows them now, outside components. */
export const presentPreferences = (): Preferences =>
  api.auth.session.getData()?.user?.preferences ?? DEFAULT_PREFERENCES

/** Whether the server has not answered a change yet. */
const isChanging = () =>
  queryClient.isMutating({ mutationKey: getMutationKey(trpc.settings.savePreferences) }) > 0

/**
 * Changes parts of the preferences: at once on this page, and back again when the server does not store them. Several
 * changes are stored one after the other. Resolves to whether the server stored this one.
 */
export function useSavePreferences(): (change: Partial<Preferences>) => Promise<boolean> {
  const { mutateAsync } = trpc.settings.savePreferences.useMutation({ scope: { id: 'preferences' } })
  return async (change) => {
    const before = presentPreferences()
    changeSessionUser({ preferences: { ...before, ...change } })
    try {
      const stored = await mutateAsync(change)
      // Otherwise this page already shows a later change.
      if (!isChanging()) changeSessionUser({ preferences: stored })
      return true
    } catch (error) {
      changeSessionUser({ preferences: undone(change, before) })
      toast.error(errorMessage(error, FAILED, FAILED))
      return false
    }
  }
}

/** The present preferences without `change`, but with what another change has replaced since. */
function undone(change: Partial<Preferences>, before: Preferences): Preferences {
  const now = presentPreferences()
  const restored = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
    now[name] === change[name] ? before[name] : now[name]
  return {
    listPreset: restored('listPreset'),
    hiddenColumns: restored('hiddenColumns'),
    views: restored('views'),
  }
}
