import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A running restore renews its mark; an older mark was left by a killed process. Both in ms. */
const RENEW_MS = 2_000
const STALE_MS = 15_000
/** How long a look at the file counts, in ms, because each request asks. */
const CACHE_MS = 250

/**
 * Tells all processes of a panel, by a file, that a restore is running. It only spares the callers a wait: the locks in
 * the database decide what may happen.
 */
export class RestoreMark {
  readonly #file: string
  #cached = { isSet: false, until: 0 }

  constructor(folder: string) {
    this.#file = join(folder, 'geri-yukleniyor')
  }

  isSet(): boolean {
    const now = performance.now()
    if (now >= this.#cached.until) this.#cached = { isSet: this.#isFresh(), until: now + CACHE_MS }
    return this.#cached.isSet
  }

  /** Also called at the start for the mark of a killed panel, because no restore outlives its panel. */
  remove(): void {
    rmSync(this.#file, { force: true })
    this.#cached.until = 0
  }

  /** Sets the mark; returns a function that removes it. */
  set(): () => void {
    writeFileSync(this.#file, '', { mode: 0o600 })
    this.#cached.until = 0
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
      // The restore goes on if the file was removed by hand.
    }
  }
}
