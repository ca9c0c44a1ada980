import { callHeaders, trpcClient } from '#client/lib/api.ts'
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
/** While somebody is at the machine, the server is told so often, also when nothing is loaded or saved. */
const TELL_MS = 30_000
/** A call that is made longer after the last activity is one that the page makes by itself. */
const ATTENDED_MS = 30_000

/**
 * Leaves to the login screen when nobody was at the machine for so many minutes. Marks calls that nobody asked for, so
 * that they do not keep the session alive. Returns the function that ends it.
 */
export function watchIdle(minutes: number): () => void {
  const limit = minutes * 60_000 + STEP_MS
  const ending = new AbortController()
  const { signal } = ending
  let own = Date.now()
  let written = 0
  let told = own
  let timer: number | undefined
  const idleFor = (now: number) => now - Math.max(own, storedLast(now))

  const end = () => {
    ending.abort()
    trpcClient.auth.logout
      .mutate({ idle: true })
      .catch((error: unknown) => logError('Oturum sunucuda kapatılamadı.', error))
    interruptSession(REASON)
  }
  const check = () => {
    window.clearTimeout(timer)
    const rest = limit - idleFor(Date.now())
    if (rest <= 0) end()
    else timer = window.setTimeout(check, rest)
  }
  const note = () => {
    const now = Date.now()
    // A machine that slept: the first touch must not renew what is over.
    if (idleFor(now) >= limit) return end()
    own = now
    if (now - written < STEP_MS) return
    written = now
    storeLast(now)
    if (now - told < TELL_MS) return
    told = now
    renewSession().catch(() => {})
  }
  const moved = movements()
  const onSign = (event: Event) => {
    if (event.isTrusted && moved(event)) note()
  }

  for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true, signal })
  for (const waking of ['focus', 'pageshow']) window.addEventListener(waking, check, { signal })
  document.addEventListener('visibilitychange', check, { signal })
  callHeaders.get = () => {
    const now = Date.now()
    if (idleFor(now) > ATTENDED_MS) return { [UNATTENDED_HEADER]: '1' }
    told = now
    return {}
  }
  signal.addEventListener('abort', () => {
    window.clearTimeout(timer)
    delete callHeaders.get
  })
  // Without a connection nobody can tell how long the panel was not used before it was opened.
  forgetRememberedUser()
  storeLast(own)
  check()
  return () => ending.abort()
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
