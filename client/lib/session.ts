import { useRouteContext } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'

import { api, queryClient, trpc, trpcClient } from '#client/lib/api.ts'
import { dropAllDrafts } from '#client/lib/drafts.ts'
import { logError } from '#client/lib/log.ts'
import { onUnauthorized } from '#client/lib/query-client.ts'
import type { SessionUser } from '#shared/auth/schema.ts'

export interface Session {
  user: SessionUser | null
}

/** Whether the session ended by itself while this page was open, so that a login leads back to where one was. */
let interrupted = false
export const wasInterrupted = (): boolean => interrupted

const NONE = { user: null }

// Unwatched queries are thrown away after a while; this one holds for as long as the page is open.
queryClient.setQueryDefaults(getQueryKey(trpc.auth.session), {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Who is logged in, asked of the server once; a check that fails counts as logged out (specification §8). */
export async function loadSession(): Promise<Session> {
  try {
    return await api.auth.session.ensureData()
  } catch (error) {
    logError('Oturum denetlenemedi.', error)
    return NONE
  }
}

/**
 * Puts the user that a login answered in place. What was loaded for somebody else is forgotten; after a login
 * by the same person a form goes on where it was. The caller then invalidates the router.
 */
export function beginSession(user: SessionUser): void {
  if (api.auth.session.getData()?.user?.id !== user.id) queryClient.clear()
  api.auth.session.setData(undefined, { user })
  interrupted = false
}

/** Puts what has changed of the logged-in user in place (the header's company). The caller then invalidates the router. */
export function changeSessionUser(change: Partial<SessionUser>): void {
  api.auth.session.setData(undefined, (session) =>
    session?.user ? { user: { ...session.user, ...change } } : session,
  )
}

/** Whether somebody is logged in: what is typed may be kept on this device only then. */
export const isLoggedIn = (): boolean => api.auth.session.getData()?.user != null

/** Forgets the session and everything that was loaded with it. The caller then invalidates the router. */
export function forgetSession(): void {
  queryClient.clear()
  api.auth.session.setData(undefined, NONE)
}

/**
 * Ends the session on the server and wipes what it left here. Throws when the server does not confirm: its
 * cookie would let the next person in, so nobody is told that they are out.
 */
export async function logout(): Promise<void> {
  await trpcClient.auth.logout.mutate()
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

const questions: (() => Promise<boolean>)[] = []

/** A screen with typed text is asked before a logout, which wipes drafts. Returns the way to let go. */
export function askBeforeLogout(question: () => Promise<boolean>): () => void {
  questions.push(question)
  return () => void questions.splice(questions.indexOf(question), 1)
}

/** Whether the newest screen with typed text, if there is one, lets the user go. */
export const mayLogOut = (): Promise<boolean> => questions.at(-1)?.() ?? Promise.resolve(true)

/** Starts listening for refused calls: the newest holder takes over, else `leave` shows the login screen. */
export function watchSession(leave: () => void): () => void {
  return onUnauthorized(() => {
    const holder = holders.at(-1)
    if (holder !== undefined) return holder()
    interrupted = true
    forgetSession()
    leave()
  })
}
