import { api, trpc } from '#client/lib/api.ts'
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

/**
 * Changes parts of the preferences: at once on this page, and back again when the server does not store them. Resolves
 * to whether it did.
 */
export function useSavePreferences(): (change: Partial<Preferences>) => Promise<boolean> {
  const { mutateAsync } = trpc.settings.savePreferences.useMutation()
  return async (change) => {
    const before = api.auth.session.getData()?.user?.preferences ?? DEFAULT_PREFERENCES
    changeSessionUser({ preferences: { ...before, ...change } })
    try {
      changeSessionUser({ preferences: await mutateAsync(change) })
      return true
    } catch (error) {
      changeSessionUser({ preferences: before })
      toast.error(errorMessage(error, FAILED, FAILED))
      return false
    }
  }
}
