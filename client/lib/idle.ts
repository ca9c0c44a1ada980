import { api, callHeaders, trpcClient } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { removeOfflineUser } from '#client/lib/offline-user.ts'
import { interruptSession, reloadSessionUser } from '#client/lib/session.ts'
import { UNATTENDED_HEADER } from '#shared/base.ts'

/*
 * The idle limit in the page (decisions: idle limit). A moving pointer or a pressed key in any tab of the panel is
 * activity. The server has its own limit, for closed pages.
 */

const REASON = 'Uzun süre kullanılmadığı için oturumunuz kapatıldı.'
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']
/** The key of the last activity, in ms since 1970, for the other tabs. */
const LAST = 'son-hareket'
/** Milliseconds after which other tabs learn of activity, at most. */
const STEP_MS = 1_000
const CHECK_MS = 5_000
/** Milliseconds between the calls that report activity to the server, also while no data is loaded or saved. */
const TELL_MS = 30_000
/** A call later than this many ms after the last activity is one that the page makes by itself. */
const ATTENDED_MS = 30_000

/** Returns the limit of the logged-in user in ms, with the delay of the other tabs; `undefined` without a limit. */
function currentLimit(): number | undefined {
  const minutes = api.auth.session.getData()?.user?.idle_minutes ?? null
  return minutes === null ? undefined : minutes * 60_000 + STEP_MS
}

let isWatching = false

/**
 * Leaves to the login screen after the shop's time without activity. It marks calls that the user did not cause, so
 * that they do not extend the session, and follows the session until the page is closed.
 */
export function watchIdle(): void {
  // Without a connection the page cannot know how long the panel was unused before it was opened.
  removeOfflineUser()
  if (isWatching) return
  isWatching = true
  let own = Date.now()
  let written = 0
  let told = own
  const idleFor = (now: number) => now - Math.max(own, readLastActivity(now))

  const end = () => {
    trpcClient.auth.logout
      .mutate({ idle: true })
      .catch((error: unknown) => logError('Oturum sunucuda kapatılamadı.', error))
    interruptSession(REASON)
  }
  const check = () => {
    const limit = currentLimit()
    if (limit !== undefined && idleFor(Date.now()) >= limit) end()
  }
  const note = () => {
    const now = Date.now()
    // After the machine has slept, the first touch must not renew an expired session.
    check()
    own = now
    if (now - written < STEP_MS) return
    written = now
    writeLastActivity(now)
    if (now - told < TELL_MS || currentLimit() === undefined) return
    told = now
    reloadSessionUser().catch(() => {})
  }
  const moved = movements()
  const onSign = (event: Event) => {
    if (event.isTrusted && moved(event)) note()
  }

  for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true })
  for (const waking of ['focus', 'pageshow']) window.addEventListener(waking, check)
  document.addEventListener('visibilitychange', check)
  window.setInterval(check, CHECK_MS)
  callHeaders.get = () => {
    const now = Date.now()
    if (currentLimit() !== undefined && idleFor(now) > ATTENDED_MS) return { [UNATTENDED_HEADER]: '1' }
    told = now
    return {}
  }
  writeLastActivity(own)
}

/** Returns a check whether a pointer has really moved: browsers also report a move when the page moves below it. */
function movements(): (event: Event) => boolean {
  let position = ''
  return (event) => {
    if (!(event instanceof PointerEvent) || event.type !== 'pointermove') return true
    const before = position
    position = `${event.screenX} ${event.screenY}`
    return position !== before && before !== ''
  }
}

function readLastActivity(now: number): number {
  try {
    const last = Number(localStorage.getItem(LAST))
    // A future time was stored before the clock was set back.
    return last <= now ? last : 0
  } catch {
    return 0
  }
}

function writeLastActivity(now: number): void {
  try {
    localStorage.setItem(LAST, String(now))
  } catch {
    // Storage is forbidden, so each tab counts its own activity.
  }
}
