import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { errorData } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { createStore, type Store } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'

import { afterSave, type FormState, isDirty, type Snapshot, startState } from './form-state.ts'
import type { FieldRules } from './merge.ts'
import type { ControlName } from './problems.ts'
import type { FormFields, Problems } from './use-field.ts'
import { type DraftControl, type DraftSettings, useFormDraft } from './use-form-draft.ts'

/**
 * What a save is checked against: the loaded version of a stored thing, and a key by which the server knows a
 * repeated call whose response was lost (decisions: two people on one record).
 */
export type Claim = { key: string; version?: number }

export interface FormSettings<V extends object, Stored> {
  rules: FieldRules<V>
  /** The stored thing, or the empty form; a newer one is followed as long as nothing is typed. */
  stored: Snapshot<V>
  /**
   * What is wrong with the values; asked after the first attempt at saving, with each change. A live form is asked
   * with where one has been, too: of what is wrong, it names what may be said by then.
   */
  problems: Problems<V>
  /** Says what is wrong while it is typed. */
  isLive?: boolean
  /** Absent: what is typed is kept nowhere. */
  draft?: DraftSettings<V>
  /** What is left to do before the values are looked at and sent. */
  prepare?: (values: V) => V
  /** A save ends the form, and another screen follows: it shows what was sent until then. */
  endsStored?: boolean
  /** Stores the values and returns what is stored now. */
  save: (values: V, claim: Claim) => Promise<Stored>
  snapshotOf: (stored: Stored) => Snapshot<V>
  /** What is stored now, where somebody else has changed it; absent where nobody else can. */
  readAgain?: () => Promise<Stored>
  /** Stored, and the form holds it; `isDirty`: more was typed meanwhile. */
  onStored: (stored: Stored, rest: { isDirty: boolean }) => void
  /** The message of a failure. */
  failure: (error: unknown) => string
  /** The control of a field as the server names it, where the input is nested otherwise than the form. */
  controlOf?: (field: string) => string
  /** A refusal of the server's, after the form has taken note of it. */
  onRefused?: (error: unknown) => void
}

/**
 * Called once the values are found right and before they are sent, still within the key press or the click.
 * Returns what follows the end of the attempt, either way.
 */
export type Attempt<Stored> = () => { onStored: (stored: Stored) => void; onRefused: () => void }

export interface Form<V extends object, Stored = unknown> extends FormFields<V> {
  draft: DraftControl<V>
  /** Checks and saves, one attempt at a time; call it straight from the key or the click. */
  submit: (begin?: Attempt<Stored>) => void
  /** Goes on with the save that the end of the session interrupted, if any. */
  resume: () => void
  /** Forgets what was typed and shows what is stored; false, and nothing happens, while a save runs. */
  discard: () => boolean
}

/** One form: what is typed, what is stored, and the way between them. Nothing typed is lost when a save fails. */
export function useForm<V extends object, Stored>(settings: FormSettings<V, Stored>): Form<V, Stored> {
  const { rules, problems, isLive = false, prepare = (values) => values } = settings
  const [store] = useState(() => createStore(startState(settings.stored)))
  useFollow(store, rules, settings.stored)
  const draft = useFormDraft(store, rules, settings.draft)
  const interrupted = useRef(false)

  const refuse = (sent: V, message: string, field?: string) => {
    const state = store.get()
    const isQuiet = state.values !== sent
    const { controlOf = (name) => name } = settings
    const name = field === undefined ? undefined : (controlOf(field) as ControlName<V>)
    const refusal = { message, name, sent }
    store.set({ ...state, phase: 'idle', attempts: state.attempts + 1, isQuiet, refusal })
    // What is above the form may be out of sight of somebody who types on.
    if (isQuiet) toast.error(message)
  }
  const failed = async (sent: V, error: unknown) => {
    const data = errorData(error)
    const current = data?.code === 'CONFLICT' ? await readAgain(settings.readAgain) : undefined
    if (current !== undefined) {
      const state = store.get()
      const conflict = { theirs: settings.snapshotOf(current), waiting: null }
      store.set({
        ...state,
        phase: 'idle',
        attempts: state.attempts + 1,
        isQuiet: state.values !== sent,
        conflict,
      })
    } else if (data?.code === 'UNAUTHORIZED') {
      // The login over the form asks for the password and resumes.
      interrupted.current = true
      store.set({ ...store.get(), phase: 'idle' })
    } else refuse(sent, settings.failure(error), data?.field)
    settings.onRefused?.(error)
  }
  const attempt = async (sent: V, end: ReturnType<Attempt<Stored>> | undefined) => {
    const { version, key } = store.get()
    let stored: Stored
    try {
      stored = await settings.save(sent, version === null ? { key } : { key, version })
    } catch (error) {
      end?.onRefused()
      return failed(sent, error)
    }
    draft.drop()
    const state = store.get()
    store.set(
      settings.endsStored === true
        ? { ...state, phase: 'done' }
        : afterSave(rules, state, { sent, stored: settings.snapshotOf(stored) }),
    )
    end?.onStored(stored)
    return settings.onStored(stored, { isDirty: isDirty(rules, store.get()) })
  }
  const submit = (begin?: Attempt<Stored>) => {
    const state = store.get()
    if (state.phase !== 'idle') return
    const values = prepare(state.values)
    const isRight = problems(values).length === 0
    interrupted.current = false
    store.set({
      ...state,
      values,
      refusal: null,
      isQuiet: false,
      ...(isRight ? { phase: 'saving' } : { attempts: state.attempts + 1 }),
    })
    if (isRight) void attempt(values, begin?.())
  }
  return {
    store,
    rules,
    problems,
    isLive,
    draft,
    submit,
    resume: () => {
      if (interrupted.current) submit()
    },
    discard: () => {
      if (store.get().phase !== 'idle') return false
      draft.drop()
      // At once: the caller may give the focus to one of the fields, which are drawn anew.
      flushSync(() => store.set({ ...startState(settings.stored), fills: store.get().fills + 1 }))
      return true
    },
  }
}

/** What is stored is newer than what an untouched form shows: somebody else has saved, or another screen. */
function useFollow<V extends object>(
  store: Store<FormState<V>>,
  rules: FieldRules<V>,
  stored: Snapshot<V>,
): void {
  const follow = useEffectEvent((version: number | null) => {
    const state = store.get()
    const isNewer = version !== null && state.version !== null && version > state.version
    if (!isNewer || state.phase !== 'idle' || state.conflict !== null || isDirty(rules, state)) return
    store.set({ ...startState(stored), fills: state.fills + 1 })
  })
  useEffect(() => follow(stored.version), [stored.version])
}

async function readAgain<Stored>(read: (() => Promise<Stored>) | undefined): Promise<Stored | undefined> {
  try {
    return await read?.()
  } catch (error) {
    logError('Yeniden okunamadı.', error)
    return undefined
  }
}
