import { randomKey } from '#client/lib/random-key.ts'

import { changedFields, type FieldRules, mergeValues, unsentOf } from './merge.ts'
import type { ControlName } from './problems.ts'

/** A stored thing as the form shows it; `version` is `null` for one that is yet to be made. */
export interface Snapshot<V> {
  values: V
  version: number | null
}

/** Why the server did not save. */
export interface Refusal<V> {
  message: string
  /** The control that it is about. */
  name?: ControlName<V> | undefined
  /** What was sent: once the control holds something else, the refusal is no longer about it. */
  sent: V
}

/** The names of the fields that something was typed into, and of those that were left. */
export type Visited = Readonly<Record<'typed' | 'left', readonly string[]>>

/** Somebody else has saved meanwhile (decisions: two people on one record). */
export interface Conflict<V> {
  theirs: Snapshot<V>
  /** Set while the form shows their values: what was typed waits beside it. */
  waiting: { base: V; mine: V } | null
}

export interface FormState<V> {
  values: V
  /** What the typing started from. */
  base: V
  version: number | null
  /** Of a new thing: a repeated save with it makes no second one. */
  key: string
  /** 'done': stored, and the form is over. */
  phase: 'idle' | 'saving' | 'done'
  /** Refused attempts at saving; from the first on the form says what is wrong. */
  attempts: number
  /** The last refusal came while somebody was typing on, who keeps the focus. */
  isQuiet: boolean
  refusal: Refusal<V> | null
  conflict: Conflict<V> | null
  /** Noted of a live form only. */
  visited: Visited
  /** Counts how often the values came from elsewhere than the keyboard: controls that keep typed text begin anew. */
  fills: number
}

export function startState<V>({ values, version }: Snapshot<V>): FormState<V> {
  return {
    values,
    base: values,
    version,
    key: randomKey(),
    phase: 'idle',
    attempts: 0,
    isQuiet: false,
    refusal: null,
    conflict: null,
    visited: { typed: [], left: [] },
    fills: 0,
  }
}

/** Whether something is typed that is not stored. */
export const isDirty = <V extends object>(rules: FieldRules<V>, { phase, ...sides }: FormState<V>): boolean =>
  phase !== 'done' && changedFields(rules, sides).length > 0

/** Fills the form with `values` as changes made to `onto`. */
const filled = <V>(state: FormState<V>, values: V, onto: Snapshot<V>): FormState<V> => ({
  ...state,
  values,
  base: onto.values,
  version: onto.version,
  isQuiet: false,
  fills: state.fills + 1,
})

/** After something was typed into a field, or after it was left. */
export function visit<V>(state: FormState<V>, how: keyof Visited, name: string): FormState<V> {
  const { visited } = state
  return visited[how].includes(name)
    ? state
    : { ...state, visited: { ...visited, [how]: [...visited[how], name] } }
}

/** After a save: goes on from what is stored; what was typed since `sent` stays typed. */
export function afterSave<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
  { sent, stored }: { sent: V; stored: Snapshot<V> },
): FormState<V> {
  const base = { ...sent, ...unsentOf(rules, stored.values) }
  const values = mergeValues(rules, { base, mine: state.values, theirs: stored.values })
  const key = stored.version === null ? randomKey() : state.key
  const { fills } = state
  return { ...startState(stored), values, key, fills }
}

/** After a conflict: their values with what was typed on top of them. */
export function mergedValues<V extends object>(
  rules: FieldRules<V>,
  { values, base, conflict }: FormState<V>,
): V {
  if (conflict === null) return values
  const { theirs, waiting } = conflict
  return waiting === null
    ? mergeValues(rules, { base, mine: values, theirs: theirs.values })
    : mergeValues(rules, { base: waiting.base, mine: waiting.mine, theirs: values })
}

/** The conflict's first choice: the form shows what is stored, and what was typed waits beside it. */
export function showTheirs<V>(state: FormState<V>): FormState<V> {
  const { conflict, base, values } = state
  if (conflict === null) return state
  const { theirs } = conflict
  return {
    ...filled(state, theirs.values, theirs),
    conflict: { theirs, waiting: { base, mine: values } },
  }
}

/** Puts what was typed onto what is stored. Nothing is saved by that. */
export function applyMine<V extends object>(rules: FieldRules<V>, state: FormState<V>): FormState<V> {
  const { conflict } = state
  return conflict === null
    ? state
    : { ...filled(state, mergedValues(rules, state), conflict.theirs), conflict: null }
}

/** Forgets what was typed. */
export function dropMine<V>(state: FormState<V>): FormState<V> {
  const { conflict } = state
  if (conflict === null) return state
  return conflict.waiting === null
    ? { ...filled(state, conflict.theirs.values, conflict.theirs), conflict: null }
    : { ...state, conflict: null }
}

/** What was typed and not saved, as it is kept on this device. */
export interface Draft<V> {
  key: string
  /** Milliseconds since 1970. */
  savedAt: number
  version: number | null
  base: V
  values: V
}

/** What to keep of the form, `null` where nothing is typed that is not stored. */
export function draftOf<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
): Omit<Draft<V>, 'savedAt'> | null {
  const { key, version, base, conflict } = state
  if (conflict?.waiting == null && !isDirty(rules, state)) return null
  const values = conflict?.waiting == null ? state.values : mergedValues(rules, state)
  return { key, version, base, values }
}

/** Goes on from a draft; one of an older version waits beside what is stored now. */
export function withDraft<V>(state: FormState<V>, draft: Draft<V>): FormState<V> {
  const { key, base, values } = draft
  const stored = { values: state.base, version: state.version }
  if (draft.version === state.version) return { ...filled(state, values, stored), key }
  const conflict = { theirs: stored, waiting: { base, mine: values } }
  return { ...filled(state, state.base, stored), key, conflict }
}
