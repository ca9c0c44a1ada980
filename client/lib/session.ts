import { useRouteContext } from '@tanstack/react-router'

import { api, queryClient, trpcClient } from '#client/lib/api.ts'
import { dropAllDrafts } from '#client/lib/drafts.ts'
import { logError } from '#client/lib/log.ts'
import { onUnauthorized } from '#client/lib/query-client.ts'
import type { SessionUser } from '#shared/auth/schema.ts'

export interface Session {
  user: SessionUser | null
}

const NONE = { user: null }

/** Who is logged in, asked of the server once; a check that fails counts as nobody (specification §8). */
export async function loadSession(): Promise<Session> {
  try {
    return await api.auth.session.ensureData(undefined, { staleTime: Number.POSITIVE_INFINITY })
  } catch (error) {
    logError('Oturum denetlenemedi.', error)
    return NONE
  }
}

/** Asks again, after a login or an accepted consent. The caller then navigates. */
export function refreshSession(): Promise<Session> {
  return api.auth.session.fetch(undefined, { staleTime: 0 })
}

/** Forgets the session and everything that was loaded with it. The caller then invalidates the router. */
export function forgetSession(): void {
  queryClient.clear()
  api.auth.session.setData(undefined, NONE)
}

/** Ends the session on the server and wipes what it left here; a lost connection does not keep anyone in. */
export async function logout(): Promise<void> {
  try {
    await trpcClient.auth.logout.mutate()
  } catch (error) {
    logError('Oturum sunucuda kapatılamadı.', error)
  }
  dropAllDrafts()
  forgetSession()
}

/** The logged-in user, for components under the authenticated frame; `router.invalidate()` renews it. */
export function useSessionUser(): SessionUser {
  return useRouteContext({ from: '/_app', select: (context) => context.user })
}

const holders: (() => void)[] = []

/**
 * A screen with typed text takes over when the server says that the session has ended (it shows a login over
 * the form), so that nobody is led away from unsaved words. Returns the way to let go.
 */
export function holdWhenSessionEnds(holder: () => void): () => void {
  holders.push(holder)
  return () => void holders.splice(holders.indexOf(holder), 1)
}

/** Starts listening for refused calls: the newest holder takes over, else `leave` shows the login screen. */
export function watchSession(leave: () => void): () => void {
  return onUnauthorized(() => {
    const holder = holders.at(-1)
    if (holder !== undefined) return holder()
    forgetSession()
    leave()
  })
}
