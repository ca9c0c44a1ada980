import { randomKey } from '#client/lib/random-key.ts'

import { cleanValues } from './clean-values.ts'
import { changedFields, type FieldRules, mergeValues, unsentOf } from './merge.ts'
import type { ControlName } from './problems.ts'

/** A stored entry as form values; `version` is `null` for a new one. */
export interface Snapshot<V> {
  values: V
  version: number | null
}

/** Why the server did not save. */
export interface Refusal<V> {
  message: string
  /** What the user can do next; '' where the message says so. */
  nextStep: string
  /** The control that the message concerns. */
  name?: ControlName<V> | undefined
  /** The value that was sent; the message disappears when the control holds another one. */
  sent: V
  /** No response arrived: the values wait on this device for the connection. */
  waits?: true
}

/** The names of the fields that were typed into, and of those that were left. */
export type Visited = Readonly<Record<'typed' | 'left', readonly string[]>>

/** Another user has saved meanwhile (decisions: two people on one record). */
export interface Conflict<V> {
  theirs: Snapshot<V>
  /** Set while the form shows their values: the typed ones wait in memory. */
  waiting: { base: V; mine: V } | null
}

export interface FormState<V> {
  values: V
  /** The base of the typed changes. */
  base: V
  version: number | null
  /** The idempotency key of a new entry: repeating the save creates no second one. */
  key: string
  /** When a save with this key first got no response (ms since 1970); the server may know the key since. */
  triedAt: number | null
  /** 'done': stored, and the form is closed. */
  phase: 'idle' | 'saving' | 'done'
  /** The number of refused save attempts; from the first one on the form shows its problems. */
  attempts: number
  /** The last refusal came while the user was typing and must not take the focus. */
  isQuiet: boolean
  refusal: Refusal<V> | null
  conflict: Conflict<V> | null
  /** Tracked for a live form only. */
  visited: Visited
  /** Incremented when the values change other than by typing: controls with their own text mount again. */
  fills: number
}

export function startState<V>({ values: stored, version }: Snapshot<V>): FormState<V> {
  const values = cleanValues(stored)
  return {
    values,
    base: values,
    version,
    key: randomKey(),
    triedAt: null,
    phase: 'idle',
    attempts: 0,
    isQuiet: false,
    refusal: null,
    conflict: null,
    visited: { typed: [], left: [] },
    fills: 0,
  }
}

/** Whether the form is dirty. */
export const isDirty = <V extends object>(rules: FieldRules<V>, { phase, ...sides }: FormState<V>): boolean =>
  phase !== 'done' && changedFields(rules, sides).length > 0

/** Whether the form waits for the connection to send exactly what it shows. */
export const isWaiting = <V>({ refusal, values }: FormState<V>): boolean =>
  refusal?.waits !== undefined && refusal.sent === values

/** Fills the form with `values` as changes of `onto`. */
const filled = <V>(state: FormState<V>, values: V, onto: Snapshot<V>): FormState<V> => ({
  ...state,
  values,
  base: onto.values,
  version: onto.version,
  isQuiet: false,
  fills: state.fills + 1,
})

/** The state after a field was typed into or left. */
export function visit<V>(state: FormState<V>, how: keyof Visited, name: string): FormState<V> {
  const { visited } = state
  return visited[how].includes(name)
    ? state
    : { ...state, visited: { ...visited, [how]: [...visited[how], name] } }
}

/** The state after a save: continues from the stored values and keeps what was typed since `sent`. */
export function afterSave<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
  { sent, stored }: { sent: V; stored: Snapshot<V> },
): FormState<V> {
  const theirs = cleanValues(stored.values)
  const base = { ...sent, ...unsentOf(rules, theirs) }
  const values = mergeValues(rules, { base, mine: state.values, theirs })
  const key = stored.version === null ? randomKey() : state.key
  const { fills } = state
  return { ...startState(stored), values, key, fills }
}

/** The state after a conflict: their values with the typed changes on top. */
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

/** The first choice of a conflict: shows the stored values, and keeps the typed ones in memory. */
export function showTheirs<V>(state: FormState<V>): FormState<V> {
  const { conflict, base, values } = state
  if (conflict === null) return state
  const { theirs } = conflict
  return {
    ...filled(state, theirs.values, theirs),
    conflict: { theirs, waiting: { base, mine: values } },
  }
}

/** Applies the typed changes to the stored values, without saving. */
export function applyMine<V extends object>(rules: FieldRules<V>, state: FormState<V>): FormState<V> {
  const { conflict } = state
  return conflict === null
    ? state
    : { ...filled(state, mergedValues(rules, state), conflict.theirs), conflict: null }
}

/** Discards the typed values. */
export function dropMine<V>(state: FormState<V>): FormState<V> {
  const { conflict } = state
  if (conflict === null) return state
  return conflict.waiting === null
    ? { ...filled(state, conflict.theirs.values, conflict.theirs), conflict: null }
    : { ...state, conflict: null }
}

/** An unsaved form as it is stored on this device. */
export interface Draft<V> {
  key: string
  /** Milliseconds since 1970. */
  savedAt: number
  version: number | null
  base: V
  values: V
  /** As in the form's state. */
  triedAt?: number
  /** It is sent when the connection is back, rather than offered. */
  waits?: true
}

/** The draft of the form, `null` when it is not dirty. */
export function draftOf<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
): Omit<Draft<V>, 'savedAt'> | null {
  const { key, triedAt, version, base, conflict } = state
  if (conflict?.waiting == null && !isDirty(rules, state)) return null
  const values = conflict?.waiting == null ? state.values : mergedValues(rules, state)
  return {
    key,
    version,
    base,
    values,
    ...(triedAt !== null && { triedAt }),
    ...(isWaiting(state) && { waits: true }),
  }
}

/** Restores a draft; one of an older version is offered next to the stored values. */
export function withDraft<V>(state: FormState<V>, draft: Draft<V>): FormState<V> {
  const { key, triedAt = null, base, values } = draft
  const stored = { values: state.base, version: state.version }
  if (draft.version === state.version) return { ...filled(state, values, stored), key, triedAt }
  const conflict = { theirs: stored, waiting: { base, mine: values } }
  return { ...filled(state, state.base, stored), key, triedAt, conflict }
}
