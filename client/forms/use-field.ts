import { type Store, useStore } from '#client/lib/store.ts'

import { type FormState, isDirty, visit, type Visited } from './form-state.ts'
import type { FieldRules } from './merge.ts'
import type { Problem } from './problems.ts'

export type Problems<V> = (values: V, visited?: Visited) => readonly Problem<V>[]

/** What a form's fields need of it. */
export interface FormFields<V extends object> {
  store: Store<FormState<V>>
  rules: FieldRules<V>
  problems: Problems<V>
  isLive: boolean
}

/**
 * What a field shows, and what is wrong with it; drawn again only when one of them changes. A message that is
 * about several fields stands at the first of them, and the others are only marked.
 */
export function useField<V extends object, K extends keyof V & string>(form: FormFields<V>, name: K) {
  const { store } = form
  const value = useStore(store, ({ values }) => values[name])
  const problem = useStore(store, (state) =>
    problemsShown(state, form).find(({ names }) => names.includes(name)),
  )
  const note = (how: keyof Visited) => {
    if (form.isLive) store.set(visit(store.get(), how, name))
  }
  return {
    value,
    fills: useStore(store, ({ fills }) => fills),
    error: problem?.names[0] === name ? problem.message : undefined,
    isInvalid: problem !== undefined,
    change: (next: V[K]) => {
      note('typed')
      changeField(store, name, () => next)
    },
    leave: form.isLive ? { onBlur: () => note('left') } : {},
  }
}

/** Changes one field of a form as its control would, with the value that it holds at that moment. */
export function changeField<V extends object, K extends keyof V>(
  store: Store<FormState<V>>,
  name: K,
  change: (value: V[K]) => V[K],
): void {
  const state = store.get()
  store.set({ ...state, values: { ...state.values, [name]: change(state.values[name]) } })
}

/** A save runs, or has ended the form. */
export const useIsBusy = <V extends object>({ store }: FormFields<V>): boolean =>
  useStore(store, ({ phase }) => phase !== 'idle')

export const useIsDirty = <V extends object>({ store, rules }: FormFields<V>): boolean =>
  useStore(store, (state) => isDirty(rules, state))

const shown = new WeakMap<FormState<never>, readonly Problem<never>[]>()
const NONE: readonly never[] = []

/** What the form says is wrong: as a rule nothing before the first attempt; each state is looked at once. */
export function problemsShown<V extends object>(
  state: FormState<V>,
  { problems, isLive }: Pick<FormFields<V>, 'problems' | 'isLive'>,
): readonly Problem<V>[] {
  if (state.attempts === 0 && !isLive) return NONE
  const known = shown.get(state as never) as readonly Problem<V>[] | undefined
  if (known !== undefined) return known
  const visited = isLive ? state.visited : undefined
  const found = [...refused(state), ...problems(state.values, visited)]
  shown.set(state as never, found)
  return found
}

/** What the server refused, as long as the field that it is about holds what was sent. */
function refused<V extends object>({ refusal, values }: FormState<V>): Problem<V>[] {
  if (refusal === null) return []
  const { name, message, sent } = refusal
  const field = name?.split('.')[0] as keyof V
  if (name === undefined || !Object.hasOwn(values, field)) return [{ names: [], message }]
  return values[field] === sent[field] ? [{ names: [name], message }] : []
}
