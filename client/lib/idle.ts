import { api, callHeaders, trpcClient } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { forgetRememberedUser } from '#client/lib/remembered-user.ts'
import { interruptSession, renewSession } from '#client/lib/session.ts'
import { UNATTENDED_HEADER } from '#shared/base.ts'

/*
 * The idle limit in the page (decisions: idle limit). Somebody is at the machine when a pointer moves or a key is
 * pressed, in any tab of the panel. The server has its own limit, for pages that were closed.
 */

const REASON = 'Uzun süre kullanılmadığı için oturumunuz kapatıldı.'
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']
/** When somebody was last at the machine, in ms since 1970, for the other tabs. */
const LAST = 'son-hareket'
/** Other tabs learn of activity after this time at the latest. */
const STEP_MS = 1_000
const CHECK_MS = 5_000
/** While somebody is at the machine, the server is told so often, also when nothing is loaded or saved. */
const TELL_MS = 30_000
/** A call that is made longer after the last activity is one that the page makes by itself. */
const ATTENDED_MS = 30_000

/** The limit of the user who is logged in now, in ms; `undefined` without one. */
function currentLimit(): number | undefined {
  const minutes = api.auth.session.getData()?.user?.idle_minutes ?? null
  return minutes === null ? undefined : minutes * 60_000 + STEP_MS
}

let isWatching = false

/**
 * Leaves to the login screen when nobody was at the machine for as long as the shop allows. Marks calls that nobody
 * asked for, so that they do not keep the session alive. Follows the session until the page is closed.
 */
export function watchIdle(): void {
  // Without a connection nobody can tell how long the panel was not used before it was opened.
  forgetRememberedUser()
  if (isWatching) return
  isWatching = true
  let own = Date.now()
  let written = 0
  let told = own
  const idleFor = (now: number) => now - Math.max(own, storedLast(now))

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
    // A machine that slept: the first touch must not renew what is over.
    check()
    own = now
    if (now - written < STEP_MS) return
    written = now
    storeLast(now)
    if (now - told < TELL_MS || currentLimit() === undefined) return
    told = now
    renewSession().catch(() => {})
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
  storeLast(own)
}

/** Whether a pointer has really moved: browsers also report one when the page moves below it. */
function movements(): (event: Event) => boolean {
  let place = ''
  return (event) => {
    if (!(event instanceof PointerEvent) || event.type !== 'pointermove') return true
    const before = place
    place = `${event.screenX} ${event.screenY}`
    return place !== before && before !== ''
  }
}

function storedLast(now: number): number {
  try {
    const last = Number(localStorage.getItem(LAST))
    // A time to come was stored before the clock was set back.
    return last <= now ? last : 0
  } catch {
    return 0
  }
}

function storeLast(now: number): void {
  try {
    localStorage.setItem(LAST, String(now))
  } catch {
    // Storage is forbidden: each tab counts for itself.
  }
}
