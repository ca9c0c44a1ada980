/** A seeded source of pseudo-random choices: the same seed gives the same shop. */
export type Random = ReturnType<typeof createRandom>

/** Returns a mulberry32 generator: small, quick and good enough for invented data, but never for secrets. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(next() * list.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }
  return {
    /** A whole number from `from` to `to`, both included. */
    int,
    pick,
    chance: (probability: number): boolean => next() < probability,
    letters: (alphabet: string, length: number): string =>
      Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(''),
    /** `count` different members, in random order. */
    sample: <T>(list: readonly T[], count: number): T[] => {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        const [member] = rest.splice(Math.floor(next() * rest.length), 1)
        return member as T
      })
    },
  }
}
