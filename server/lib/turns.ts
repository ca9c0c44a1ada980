/**
 * Those who wait, by key: the keys come in turn, and within a key it is first come first served. So a key delays
 * another by one turn, however many of its own wait.
 */
export class Turns<T> {
  /** The key whose turn it is comes first; a key without anybody waiting is not in it. */
  readonly #lines = new Map<string, Set<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many keys wait. */
  get keys(): number {
    return this.#lines.size
  }

  of(key: string): number {
    return this.#lines.get(key)?.size ?? 0
  }

  add(key: string, one: T): void {
    const line = this.#lines.get(key) ?? new Set()
    if (line.has(one)) return
    this.#lines.set(key, line.add(one))
    this.#size += 1
  }

  /** Whether it was waiting. The key keeps its turn. */
  delete(key: string, one: T): boolean {
    const line = this.#lines.get(key)
    if (line?.delete(one) !== true) return false
    this.#size -= 1
    if (line.size === 0) this.#lines.delete(key)
    return true
  }

  /** Takes the next one out, of the keys that may have a turn; its key goes behind all others. */
  next(mayHave: (key: string) => boolean = () => true): T | undefined {
    for (const [key, line] of this.#lines) {
      if (!mayHave(key)) continue
      const [one] = line
      this.#lines.delete(key)
      if (line.size > 1) this.#lines.set(key, line)
      line.delete(one as T)
      this.#size -= 1
      return one
    }
    return undefined
  }
}
