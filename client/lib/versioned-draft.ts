type Texts = Record<string, string>

/** A form of texts at work: what is typed, what it began with, and the version that a save is checked against. */
export interface VersionedDraft<V extends Texts> {
  values: V
  base: V
  /** 0 for a new thing. */
  version: number
}

/** Whether two texts of a field mean the same. */
type IsSame<V> = (name: keyof V, a: string, b: string) => boolean

const exactly = (_name: unknown, a: string, b: string) => a === b

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V)[]

export const startDraft = <V extends Texts>(base: V, version: number): VersionedDraft<V> => ({
  values: base,
  base,
  version,
})

/** The fields that were typed in. */
export const touchedFields = <V extends Texts>(
  { values, base }: Pick<VersionedDraft<V>, 'values' | 'base'>,
  isSame: IsSame<V> = exactly,
) => namesOf(base).filter((name) => !isSame(name, values[name] ?? '', base[name] ?? ''))

export const isDraftDirty = <V extends Texts>(draft: VersionedDraft<V>, isSame?: IsSame<V>) =>
  touchedFields(draft, isSame).length > 0

/** Puts what was typed onto the newer thing: what was not touched is theirs. */
export function rebaseDraft<V extends Texts>(
  draft: Pick<VersionedDraft<V>, 'values' | 'base'>,
  theirs: VersionedDraft<V>,
  isSame?: IsSame<V>,
): VersionedDraft<V> {
  const touched = touchedFields(draft, isSame)
  const mine = Object.fromEntries(touched.map((name) => [name, draft.values[name]])) as Partial<V>
  return { ...theirs, values: { ...theirs.values, ...mine } }
}

/** The fields that both have changed, to different ends. */
export function contestedFields<V extends Texts>(
  { values, base }: VersionedDraft<V>,
  { values: theirs }: VersionedDraft<V>,
): (keyof V)[] {
  return namesOf(base).filter(
    (name) => values[name] !== base[name] && theirs[name] !== base[name] && theirs[name] !== values[name],
  )
}
