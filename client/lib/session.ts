import { useRouteContext } from '@tanstack/react-router'

import { api, queryClient, trpcClient } from '#client/lib/api.ts'
import { dropDrafts } from '#client/lib/drafts.ts'
import { isNetworkError } from '#client/lib/error-message.ts'
import { removeExports } from '#client/lib/export-jobs.ts'
import { logError } from '#client/lib/log.ts'
import { announceUnauthorized, isTransient, onUnauthorized } from '#client/lib/query-client.ts'
import {
  removeOfflineUser,
  readOfflineUser,
  storeOfflineUser,
  updateOfflineUser,
} from '#client/lib/offline-user.ts'
import type { SessionAnswer, SessionUser } from '#shared/auth/schema.ts'
import type { Right } from '#shared/staff/rights.ts'

export interface Session {
  user: SessionUser | null
  /** The message of the login screen while the shop is suspended. */
  suspended?: string
}

/** The reason why the session ended while this page was open; a login then leads back to the current address. */
let interruption: string | undefined
export const interruptionReason = (): string | undefined => interruption

const NONE = { user: null }
const { queryKey: SESSION } = api.auth.session.queryOptions()

// Queries without an observer are garbage-collected; this one stays as long as the page is open.
queryClient.setQueryDefaults(SESSION, {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // Without a connection the panel opens at once for the stored user.
  retry: (failures, error) => failures < 2 && isTransient(error) && readOfflineUser() === null,
})

/** Whether passkeys work at this address and in this browser; also after a logout. */
let hasPasskeys = false
export const canUsePasskeys = (): boolean => hasPasskeys

/** Whether the panel opened for the stored user, whom the server has not confirmed yet. */
let isAssumed = false
export const isSessionAssumed = (): boolean => isAssumed

/**
 * Returns the logged-in user, requested once; a failed check counts as logged out (specification §8). If the server
 * cannot be reached, it returns the user that this device has stored.
 */
export async function loadSession(): Promise<Session> {
  try {
    const session: SessionAnswer = await api.auth.session.ensureData()
    hasPasskeys = session.passkeyOrigin === location.origin && 'PublicKeyCredential' in window
    updateOfflineUser(session.user)
    interruption = session.suspended ?? interruption
    return session
  } catch (error) {
    logError('Oturum denetlenemedi.', error)
    const session = { user: isNetworkError(error) ? readOfflineUser() : null }
    isAssumed = session.user !== null
    if (isAssumed) api.auth.session.setData(undefined, session)
    return session
  }
}

/** Asks the server again for the logged-in user; an ended session is announced. Throws while the server cannot be reached. */
export async function reloadSessionUser(): Promise<void> {
  const { user, suspended }: Session = await trpcClient.auth.session.query()
  const shown = api.auth.session.getData()?.user
  if (shown == null) return
  if (user?.id === shown.id) changeSessionUser(user)
  else announceUnauthorized(suspended)
}

/** Replaces the user for whom the panel opened without the server. Throws while the server cannot be reached. */
export async function replaceAssumedUser(): Promise<void> {
  await reloadSessionUser()
  isAssumed = false
}

/**
 * Stores the user of a login; `remember`: also for opening the panel without a connection. Another user's cache is
 * cleared; a form of the same user continues. The caller then invalidates the router.
 */
export function beginSession(user: SessionUser, { remember = false } = {}): void {
  isAssumed = false
  if (remember) storeOfflineUser(user)
  else updateOfflineUser(user)
  const before = api.auth.session.getData()?.user
  if (before?.id !== user.id) {
    queryClient.clear()
    removeExports()
  } else if (String(before.rights) !== String(user.rights)) {
    // Data that a former right has loaded is removed; the data of the open form stays.
    queryClient.removeQueries({ type: 'inactive' })
  }
  api.auth.session.setData(undefined, { user })
  interruption = undefined
}

/** Stores changed data of the logged-in user (the company in the header). The caller then invalidates the router. */
export function changeSessionUser(changes: Partial<SessionUser>): void {
  api.auth.session.setData(undefined, (session) =>
    session?.user ? { user: { ...session.user, ...changes } } : session,
  )
}

/** Returns a value that changes with every answer about the session and every login. */
export const sessionLoadedAt = (): number => queryClient.getQueryState(SESSION)?.dataUpdatedAt ?? 0

/** Returns whether a user is logged in; only then may drafts be stored on this device. */
export const isLoggedIn = (): boolean => api.auth.session.getData()?.user != null

/** Clears the session and all data loaded with it. The caller then invalidates the router. */
export function forgetSession(): void {
  isAssumed = false
  removeOfflineUser()
  removeExports()
  queryClient.clear()
  api.auth.session.setData(undefined, NONE)
}

/**
 * Ends the session on the server and deletes its data on this device. Throws if the server does not confirm, because
 * the cookie would let the next user in.
 */
export async function logout(): Promise<void> {
  await trpcClient.auth.logout.mutate()
  dropDrafts(api.auth.session.getData()?.user?.id)
  forgetSession()
}

/** Returns whether the logged-in user has the right; the page hides actions that the server would refuse. */
export const useRight = (right: Right): boolean => useSessionUser().rights.includes(right)

/** Returns whether the user has the right, outside of the authenticated frame; without a user it returns true. */
export const hasRight = (right: Right): boolean =>
  api.auth.session.getData()?.user?.rights.includes(right) ?? true

/** Returns the logged-in user, for components inside the authenticated frame; `router.invalidate()` renews it. */
export function useSessionUser(): SessionUser {
  return useRouteContext({ from: '/_app', select: (context) => context.user })
}

const endHandlers: ((reason?: string) => void)[] = []

/**
 * Registers a screen with unsaved text to handle the end of the session: it shows a login over the form, and the user
 * stays on it. Returns the function that unregisters it.
 */
export function onSessionEnd(handler: (reason?: string) => void): () => void {
  endHandlers.push(handler)
  return () => void endHandlers.splice(endHandlers.indexOf(handler), 1)
}

const questions: (() => Promise<boolean>)[] = []

/**
 * Registers the question of a screen with unsaved text before a logout, which deletes drafts. Returns the function that
 * unregisters it.
 */
export function askBeforeLogout(question: () => Promise<boolean>): () => void {
  questions.push(question)
  return () => void questions.splice(questions.indexOf(question), 1)
}

/** Returns whether the newest screen with unsaved text, if any, allows the logout. */
export const canLogOut = (): Promise<boolean> => questions.at(-1)?.() ?? Promise.resolve(true)

let leave: () => void

/** Subscribes to refused calls: the newest registered screen handles them, otherwise `toLogin` shows the login. */
export function watchSession(toLogin: () => void): () => void {
  leave = toLogin
  return onUnauthorized((reason) => {
    const handler = endHandlers.at(-1)
    if (handler !== undefined) return handler(reason)
    interruptSession(reason ?? 'Oturum sona erdi. Devam etmek için yeniden giriş yapın.')
  })
}

/** Forgets the session and leaves to the login screen, which shows the reason. */
export function interruptSession(reason: string): void {
  interruption = reason
  forgetSession()
  leave()
}
