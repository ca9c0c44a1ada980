import { orDash } from '#client/lib/format.ts'
import { formatDay, isDay } from '#shared/date.ts'

/** A value in three states: the base of the changes, the typed value, and the value stored now. */
export interface Sides<T> {
  base: T
  mine: T
  theirs: T
}

/** A typed change that is not stored, in readable words. */
export interface Difference {
  label: string
  theirs: string
  mine: string
}

/** The rules by which a field of a form is named, compared and merged. */
export interface FieldRule<T> {
  label: string
  /** Whether the field is never sent; its typed value stays after a save. */
  isUnsent?: boolean
  /** Returns whether two different values have the same meaning. */
  isSame?: (a: T, b: T) => boolean
  /** Merges the changes of both sides; by default the typed value wins as a whole. */
  merge?: (sides: Sides<T>) => T
  /** Returns a value in readable words. */
  show?: (value: T) => string
  /** Returns the differences within the field; by default one line with both values. */
  differences?: (theirs: T, mine: T) => Difference[]
}

/** Formats a typed day; a text that is no date stays unchanged. */
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

/** Returns the fields in which `values` differ from `base`. */
export const changedFields = <V extends object>(
  rules: FieldRules<V>,
  { base, values }: { base: V; values: V },
): (keyof V)[] => namesOf(rules).filter((name) => !isSameField(rules, name, [values, base]))

/** Returns the values of the fields that are never sent. */
export const unsentOf = <V extends object>(rules: FieldRules<V>, values: V): Partial<V> =>
  Object.fromEntries(
    namesOf(rules).flatMap((name) => (rules[name].isUnsent === true ? [[name, values[name]]] : [])),
  ) as Partial<V>

/** Applies the typed changes to the newer values: an untouched field takes the stored value. */
export function mergeValues<V extends object>(rules: FieldRules<V>, { base, mine, theirs }: Sides<V>): V {
  const merged = { ...theirs }
  for (const name of changedFields(rules, { base, values: mine })) {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name] }
    merged[name] = rules[name].merge?.(sides) ?? mine[name]
  }
  return merged
}

/** Returns the changes in `mine` that `theirs` does not have. */
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
