import { randomKey } from '#client/lib/random-key.ts'

import { cleanValues } from './clean-values.ts'
import { changedFields, type FieldRules, mergeValues, unsentOf } from './merge.ts'
import type { ControlName } from './problems.ts'

/** A stored entry as form values; `version` is `null` for a new one. */
export interface Snapshot<V> {
  values: V
  version: number | null
}

/** The reason why the server did not save. */
export interface Refusal<V> {
  message: string
  /** The user's next step; '' if the message states it. */
  nextStep: string
  /** The control that the message concerns. */
  name?: ControlName<V> | undefined
  /** The value that was sent; the message disappears when the control holds another one. */
  sent: V
  /** Set if no response arrived: the values are stored on this device until the connection is back. */
  isQueued?: true
}

/** The names of the fields into which the user has typed, and of those that the user has left. */
export type TouchedFields = Readonly<Record<'typed' | 'left', readonly string[]>>

/** The values that another user has saved meanwhile (decisions: two people on one record). */
export interface Conflict<V> {
  theirs: Snapshot<V>
  /** The user's own edit, set while the form shows the other user's values. */
  hiddenEdit: { base: V; mine: V } | null
}

export interface FormState<V> {
  values: V
  /** The values on which the typed changes are based. */
  base: V
  version: number | null
  /** The idempotency key of this form's saves: a repeated save stores nothing twice. */
  key: string
  /** The first save with this key without a response, in ms since 1970; the server may know the key since. */
  triedAt: number | null
  /** 'done': the entry is stored and the form is closed. */
  phase: 'idle' | 'saving' | 'done'
  /** The number of refused save attempts; from the first one on the form shows its problems. */
  attempts: number
  /** Whether the last refusal came while the user was typing and must not take the focus. */
  isQuiet: boolean
  refusal: Refusal<V> | null
  conflict: Conflict<V> | null
  /** Tracked for a live form only. */
  touched: TouchedFields
  /** Incremented when the values change without typing: controls with their own text mount again. */
  fillCount: number
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
    touched: { typed: [], left: [] },
    fillCount: 0,
  }
}

/** Returns whether the form is dirty. */
export const isDirty = <V extends object>(rules: FieldRules<V>, { phase, ...sides }: FormState<V>): boolean =>
  phase !== 'done' && changedFields(rules, sides).length > 0

/** Returns whether exactly the form's present values are queued until the connection is back. */
export const isQueuedOffline = <V>({ refusal, values }: FormState<V>): boolean =>
  refusal?.isQueued !== undefined && refusal.sent === values

/** Returns the state filled with `values` as changes of `onto`. */
const fillForm = <V>(state: FormState<V>, values: V, onto: Snapshot<V>): FormState<V> => ({
  ...state,
  values,
  base: onto.values,
  version: onto.version,
  isQuiet: false,
  fillCount: state.fillCount + 1,
})

/** Returns the state after the user has typed into a field or left it. */
export function markTouched<V>(state: FormState<V>, how: keyof TouchedFields, name: string): FormState<V> {
  const { touched } = state
  return touched[how].includes(name)
    ? state
    : { ...state, touched: { ...touched, [how]: [...touched[how], name] } }
}

/** Returns the state after a save: the stored values with the changes typed since `sent`. */
export function afterSave<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
  { sent, stored }: { sent: V; stored: Snapshot<V> },
): FormState<V> {
  const theirs = cleanValues(stored.values)
  const base = { ...sent, ...unsentOf(rules, theirs) }
  const values = mergeValues(rules, { base, mine: state.values, theirs })
  const key = stored.version === null ? randomKey() : state.key
  const { fillCount } = state
  return { ...startState(stored), values, key, fillCount }
}

/** Returns the values after a conflict: the other user's with the typed changes on top. */
export function mergedValues<V extends object>(
  rules: FieldRules<V>,
  { values, base, conflict }: FormState<V>,
): V {
  if (conflict === null) return values
  const { theirs, hiddenEdit } = conflict
  return hiddenEdit === null
    ? mergeValues(rules, { base, mine: values, theirs: theirs.values })
    : mergeValues(rules, { base: hiddenEdit.base, mine: hiddenEdit.mine, theirs: values })
}

/** Returns the state with the stored values, and the typed ones in memory: the first choice of a conflict. */
export function showTheirs<V>(state: FormState<V>): FormState<V> {
  const { conflict, base, values } = state
  if (conflict === null) return state
  const { theirs } = conflict
  return {
    ...fillForm(state, theirs.values, theirs),
    conflict: { theirs, hiddenEdit: { base, mine: values } },
  }
}

/** Returns the state with the typed changes on the stored values, without saving. */
export function applyMine<V extends object>(rules: FieldRules<V>, state: FormState<V>): FormState<V> {
  const { conflict } = state
  return conflict === null
    ? state
    : { ...fillForm(state, mergedValues(rules, state), conflict.theirs), conflict: null }
}

/** Returns the state without the typed values. */
export function dropMine<V>(state: FormState<V>): FormState<V> {
  const { conflict } = state
  if (conflict === null) return state
  return conflict.hiddenEdit === null
    ? { ...fillForm(state, conflict.theirs.values, conflict.theirs), conflict: null }
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
  /** The `triedAt` of the form's state. */
  triedAt?: number
  /** Set if the draft is sent when the connection is back, rather than offered. */
  isQueued?: true
  /** The reason why the server has refused the draft when it was sent. */
  refused?: string
}

/** Returns the draft of the form, `null` if the form is neither dirty nor queued. */
export function draftOf<V extends object>(
  rules: FieldRules<V>,
  state: FormState<V>,
): Omit<Draft<V>, 'savedAt'> | null {
  const { key, triedAt, version, base, conflict } = state
  if (conflict?.hiddenEdit == null && !isQueuedOffline(state) && !isDirty(rules, state)) return null
  const values = conflict?.hiddenEdit == null ? state.values : mergedValues(rules, state)
  return {
    key,
    version,
    base,
    values,
    ...(triedAt !== null && { triedAt }),
    ...(isQueuedOffline(state) && { isQueued: true }),
  }
}

/** Returns the state with a draft; a draft of an older version is offered beside the stored values. */
export function withDraft<V>(state: FormState<V>, draft: Draft<V>): FormState<V> {
  const { key, triedAt = null, base, values } = draft
  const stored = { values: state.base, version: state.version }
  if (draft.version === state.version) return { ...fillForm(state, values, stored), key, triedAt }
  const conflict = { theirs: stored, hiddenEdit: { base, mine: values } }
  return { ...fillForm(state, state.base, stored), key, triedAt, conflict }
}
