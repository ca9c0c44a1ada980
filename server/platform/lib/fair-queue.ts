import { isAnonymous } from './caller.ts'

type Lines<T> = Map<string, Set<T>>

/**
 * Waiting callers by key: the keys take turns, and within a key it is first come first served. So a key delays another
 * by one turn, however many of its own wait. Anonymous callers get every second turn, whatever their networks.
 */
export class FairQueue<T> {
  /** The key whose turn it is comes first; only keys with waiting callers are in it. */
  readonly #known: Lines<T> = new Map()
  readonly #anonymous: Lines<T> = new Map()
  #isAnonymousTurn = false
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many keys wait. */
  get keys(): number {
    return this.#known.size + this.#anonymous.size
  }

  /** How many of a key wait. */
  of(key: string): number {
    return this.#linesOf(key).get(key)?.size ?? 0
  }

  add(key: string, one: T): void {
    const lines = this.#linesOf(key)
    const line = lines.get(key) ?? new Set()
    if (line.has(one)) return
    lines.set(key, line.add(one))
    this.#size += 1
  }

  /** Returns whether it was waiting. The key keeps its turn. */
  delete(key: string, one: T): boolean {
    const lines = this.#linesOf(key)
    const line = lines.get(key)
    if (line?.delete(one) !== true) return false
    this.#size -= 1
    if (line.size === 0) lines.delete(key)
    return true
  }

  /** Takes the next one of the keys that may have a turn; its key goes behind all others of its kind. */
  next(mayHave: (key: string) => boolean = () => true): T | undefined {
    const kinds = [this.#known, this.#anonymous]
    if (this.#isAnonymousTurn) kinds.reverse()
    for (const lines of kinds)
      for (const [key, line] of lines) {
        if (!mayHave(key)) continue
        const [one] = line
        lines.delete(key)
        if (line.size > 1) lines.set(key, line)
        line.delete(one as T)
        this.#size -= 1
        this.#isAnonymousTurn = lines === this.#known
        return one
      }
    return undefined
  }

  #linesOf(key: string): Lines<T> {
    return isAnonymous(key) ? this.#anonymous : this.#known
  }
}
