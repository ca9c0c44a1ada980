import { orDash } from '#client/lib/format.ts'
import { formatDay, isDay } from '#shared/date.ts'

/** One value in three states: what the typing started from, what was typed, and what is stored now. */
export interface Sides<T> {
  base: T
  mine: T
  theirs: T
}

/** Something that was typed and is not stored, as a person reads it. */
export interface Difference {
  label: string
  theirs: string
  mine: string
}

/** How one field of a form is named, compared and merged. */
export interface FieldRule<T> {
  label: string
  /** Never sent: what is typed there stays typed after a save. */
  isUnsent?: boolean
  /** Whether two values that are not identical mean the same. */
  isSame?: (a: T, b: T) => boolean
  /** Puts both sides' changes together; what was typed wins as a whole unless given. */
  merge?: (sides: Sides<T>) => T
  /** A value as a person reads it. */
  show?: (value: T) => string
  /** The differences within the field; one line with both values unless given. */
  differences?: (theirs: T, mine: T) => Difference[]
}

/** A typed day as a person reads it; a text that is none stays as it is. */
export const showDay = (text: string): string => (isDay(text) ? formatDay(text) : orDash(text))

export type FieldRules<V extends object> = { readonly [K in keyof V]-?: FieldRule<V[K]> }

const namesOf = <V extends object>(rules: FieldRules<V>) => Object.keys(rules) as (keyof V)[]

function isSameField<V extends object>(
  rules: FieldRules<V>,
  name: keyof V,
  [a, b]: readonly [V, V],
): boolean {
  return Object.is(a[name], b[name]) || rules[name].isSame?.(a[name], b[name]) === true
}

/** The fields in which `values` differ from `base`. */
export const changedFields = <V extends object>(
  rules: FieldRules<V>,
  { base, values }: { base: V; values: V },
): (keyof V)[] => namesOf(rules).filter((name) => !isSameField(rules, name, [values, base]))

/** The values of the fields that are never sent. */
export const unsentOf = <V extends object>(rules: FieldRules<V>, values: V): Partial<V> =>
  Object.fromEntries(
    namesOf(rules).flatMap((name) => (rules[name].isUnsent === true ? [[name, values[name]]] : [])),
  ) as Partial<V>

/** Puts what was typed onto the newer values: a field that was not touched is theirs. */
export function mergeValues<V extends object>(rules: FieldRules<V>, { base, mine, theirs }: Sides<V>): V {
  const merged = { ...theirs }
  for (const name of changedFields(rules, { base, values: mine })) {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name] }
    merged[name] = rules[name].merge?.(sides) ?? mine[name]
  }
  return merged
}

/** What `mine` holds that `theirs` does not. */
export function differences<V extends object>(
  rules: FieldRules<V>,
  { mine, theirs }: Pick<Sides<V>, 'mine' | 'theirs'>,
): Difference[] {
  return changedFields(rules, { base: theirs, values: mine }).flatMap((name) => {
    const { label, show = (value) => orDash(String(value)), differences: within } = rules[name]
    if (within !== undefined) return within(theirs[name], mine[name])
    return [{ label, theirs: show(theirs[name]), mine: show(mine[name]) }]
  })
}
