import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How often a running restore renews its mark, and when one of a killed process no longer counts, in ms. */
const RENEW_MS = 2_000
const STALE_MS = 15_000
/** How long what was found counts, in ms: each request asks. */
const KNOWN_MS = 250

/**
 * Tells all processes of a panel that a restore is running, by a file. It only spares the callers a wait: what may
 * happen is decided by the locks in the database.
 */
export class RestoreMark {
  readonly #file: string
  #known = { isSet: false, until: 0 }

  constructor(folder: string) {
    this.#file = join(folder, 'geri-yukleniyor')
  }

  isSet(): boolean {
    const now = performance.now()
    if (now >= this.#known.until) this.#known = { isSet: this.#isFresh(), until: now + KNOWN_MS }
    return this.#known.isSet
  }

  /** Of a panel that was killed: no restore outlives it. */
  remove(): void {
    rmSync(this.#file, { force: true })
    this.#known.until = 0
  }

  /** Sets it; the result removes it. */
  set(): () => void {
    writeFileSync(this.#file, '', { mode: 0o600 })
    this.#known.until = 0
    const renewal = setInterval(() => this.#renew(), RENEW_MS)
    renewal.unref()
    return () => {
      clearInterval(renewal)
      this.remove()
    }
  }

  #isFresh(): boolean {
    const stat = statSync(this.#file, { throwIfNoEntry: false })
    return stat !== undefined && Date.now() - stat.mtimeMs < STALE_MS
  }

  #renew(): void {
    try {
      const now = new Date()
      utimesSync(this.#file, now, now)
    } catch {
      // Removed by hand: the restore goes on.
    }
  }
}
