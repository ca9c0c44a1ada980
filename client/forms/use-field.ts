import { type Store, useStore } from '#client/lib/store.ts'

import { type FormState, isDirty, markTouched, type TouchedFields } from './form-state.ts'
import type { FieldRules } from './merge.ts'
import type { Problem } from './problems.ts'

/** Returns the problems of the values, in the order of the form. */
export type Validate<V> = (values: V, touched?: TouchedFields) => readonly Problem<V>[]

/** The part of a form that its fields need. */
export interface FormFields<V extends object> {
  store: Store<FormState<V>>
  rules: FieldRules<V>
  validate: Validate<V>
  isLive: boolean
}

/**
 * Returns the value and message of a field, and renders again only when one of them changes. A message about several
 * fields is shown at the first of them; the others are only marked as invalid.
 */
export function useField<V extends object, K extends keyof V & string>(form: FormFields<V>, name: K) {
  const { store } = form
  const value = useStore(store, ({ values }) => values[name])
  const problem = useStore(store, (state) =>
    visibleProblems(state, form).find(({ names }) => names.includes(name)),
  )
  const touch = (how: keyof TouchedFields) => {
    if (form.isLive) store.set(markTouched(store.get(), how, name))
  }
  return {
    value,
    fillCount: useStore(store, (state) => state.fillCount),
    error: problem?.names[0] === name ? problem.message : undefined,
    isInvalid: problem !== undefined,
    setValue: (next: V[K]) => {
      touch('typed')
      changeField(store, name, () => next)
    },
    blurProps: form.isLive ? { onBlur: () => touch('left') } : {},
  }
}

/** Changes a field of a form like its control, based on the current value; an equal value changes nothing. */
export function changeField<V extends object, K extends keyof V>(
  store: Store<FormState<V>>,
  name: K,
  change: (value: V[K]) => V[K],
): void {
  const state = store.get()
  const before = state.values[name]
  const next = change(before)
  if (!Object.is(next, before)) store.set({ ...state, values: { ...state.values, [name]: next } })
}

/** Returns whether the server has refused the value that the field still holds. */
export const useIsRefused = <V extends object>({ store }: FormFields<V>, name: keyof V & string): boolean =>
  useStore(store, (state) => refused(state).some(({ names }) => names.includes(name)))

/** Returns whether a save is running or has closed the form. */
export const useIsBusy = <V extends object>({ store }: FormFields<V>): boolean =>
  useStore(store, ({ phase }) => phase !== 'idle')

export const useIsDirty = <V extends object>({ store, rules }: FormFields<V>): boolean =>
  useStore(store, (state) => isDirty(rules, state))

const cachedProblems = new WeakMap<FormState<never>, readonly Problem<never>[]>()
const NONE: readonly never[] = []

/** Returns the visible problems: usually none before the first save attempt. They are cached for each state. */
export function visibleProblems<V extends object>(
  state: FormState<V>,
  { validate, isLive }: Pick<FormFields<V>, 'validate' | 'isLive'>,
): readonly Problem<V>[] {
  if (state.attempts === 0 && !isLive) return NONE
  const cached = cachedProblems.get(state as never) as readonly Problem<V>[] | undefined
  if (cached !== undefined) return cached
  const touched = isLive ? state.touched : undefined
  const visible = [...refused(state), ...validate(state.values, touched)]
  cachedProblems.set(state as never, visible)
  return visible
}

/** Returns the server's problem while its field holds the sent value. */
function refused<V extends object>({ refusal, values }: FormState<V>): Problem<V>[] {
  // A queued change has its own notice.
  if (refusal === null || refusal.isQueued !== undefined) return []
  const { name, message, sent } = refusal
  const field = name?.split('.')[0] as keyof V
  if (name === undefined || !Object.hasOwn(values, field)) return [{ names: [], message }]
  return values[field] === sent[field] ? [{ names: [name], message }] : []
}
