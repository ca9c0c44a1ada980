/** The first pause after a failure, in ms, which doubles with each that follows. */
const FIRST_MS = 250
const LONGEST_MS = 10_000
/** So many failures in a row are more than chance. */
const IN_A_ROW = 3

/** Decides when a failed server is tried again, beside the requests. A memory that affects nothing but speed. */
export class Pauses {
  #failures = 0
  #length = FIRST_MS
  /** `null`: none. */
  #until: number | null = null
  #isLooking = false

  isOver(): boolean {
    return this.#until === null
  }

  /** Whether the pause has lasted long enough to look. */
  isDue(): boolean {
    return !this.#isLooking && performance.now() >= (this.#until ?? 0)
  }

  /** `atOnce`: the next one would certainly fail as well. */
  failed({ atOnce }: { atOnce: boolean }): void {
    this.#failures += 1
    if (!atOnce && this.#failures < IN_A_ROW && this.#until === null) return
    // Those who began before the pause fail too, and must not lengthen it.
    if (this.#until !== null && performance.now() < this.#until) return
    this.#until = performance.now() + this.#length
    this.#length = Math.min(2 * this.#length, LONGEST_MS)
  }

  succeeded(): void {
    this.#failures = 0
    this.#length = FIRST_MS
    this.#until = null
  }

  /** Ends the pause if `look` finds that it works again, and makes it longer otherwise. */
  async whileLooking(look: () => Promise<boolean>): Promise<void> {
    this.#isLooking = true
    try {
      if (await look()) this.succeeded()
      else this.failed({ atOnce: true })
    } finally {
      this.#isLooking = false
    }
  }
}
