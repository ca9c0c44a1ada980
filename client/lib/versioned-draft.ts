/** A form of texts at work: what is typed, what it began with, and the version that a save is checked against. */
export interface VersionedDraft<V extends Record<string, string>> {
  values: V
  base: V
  /** 0 for a new thing. */
  version: number
}

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V)[]

export const startDraft = <V extends Record<string, string>>(
  base: V,
  version: number,
): VersionedDraft<V> => ({ values: base, base, version })

export const isDraftDirty = <V extends Record<string, string>>({ values, base }: VersionedDraft<V>) =>
  namesOf(base).some((name) => values[name] !== base[name])

/** Puts what was typed onto the newer thing: what was not touched is theirs. */
export function rebaseDraft<V extends Record<string, string>>(
  { values, base }: VersionedDraft<V>,
  theirs: VersionedDraft<V>,
): VersionedDraft<V> {
  const touched = namesOf(base).filter((name) => values[name] !== base[name])
  const mine = Object.fromEntries(touched.map((name) => [name, values[name]])) as Partial<V>
  return { ...theirs, values: { ...theirs.values, ...mine } }
}

/** The fields that both have changed, to different ends. */
export function contestedFields<V extends Record<string, string>>(
  { values, base }: VersionedDraft<V>,
  { values: theirs }: VersionedDraft<V>,
): (keyof V)[] {
  return namesOf(base).filter(
    (name) => values[name] !== base[name] && theirs[name] !== base[name] && theirs[name] !== values[name],
  )
}
