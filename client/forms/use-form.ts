import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { CancelledError, errorData, isNetworkError, nextStep } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { createStore, type Store } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'

import { cleanValues } from './clean-values.ts'
import {
  afterSave,
  type FormState,
  isDirty,
  isQueuedOffline,
  type Snapshot,
  startState,
} from './form-state.ts'
import type { FieldRules } from './merge.ts'
import { noteQueueChange, openForm } from './stored-drafts.ts'
import type { ControlName } from './problems.ts'
import type { FormFields, Validate } from './use-field.ts'
import { type DraftControl, type DraftSettings, useFormDraft } from './use-form-draft.ts'

/**
 * The data by which the server checks a save: the loaded version of a stored entry, and the idempotency key of a
 * repeated call whose response was lost (decisions: two people on one record).
 */
export type KeyAndVersion = { key: string; version?: number }

export interface FormSettings<V extends object, Stored> {
  rules: FieldRules<V>
  /** The stored entry, or the empty form; an untouched form follows newer versions. */
  stored: Snapshot<V>
  /**
   * Validates the values after the first save attempt, with each change. A live form calls it before that too, with the
   * touched fields: it then returns only the problems that may be shown.
   */
  validate: Validate<V>
  /** Whether the form is live: it shows problems while the user types. */
  isLive?: boolean
  /** The settings of the draft; without them none is stored. */
  draft?: DraftSettings<V>
  /** Changes to make before the values are validated and sent. */
  prepare?: (values: V) => V
  /** Whether a save closes the form for another screen; until then the form shows the sent values. */
  closesAfterSave?: boolean
  /**
   * Whether a change submitted without a connection is stored on this device. Another part of the page sends it when
   * the connection is back, and gives the stored entry to the form if that is still open. Needs a draft.
   */
  canQueue?: boolean
  /** Stores the values and returns the stored entry. */
  save: (values: V, keyAndVersion: KeyAndVersion) => Promise<Stored>
  snapshotOf: (stored: Stored) => Snapshot<V>
  /** Loads the entry after another user has changed it; absent if no other user can. */
  reload?: () => Promise<Stored>
  /** Called after a save; `isDirty`: the user has typed more meanwhile. */
  onStored: (stored: Stored, rest: { isDirty: boolean }) => void
  /** Returns the message of a failure. */
  failureMessage: (error: unknown) => string
  /** Maps a field name of the server to a control, if the input is nested differently from the form. */
  controlName?: (field: string) => string
  /** Called after the server has refused and the form has stored the refusal. */
  onRefused?: (error: unknown) => void
}

/**
 * Called after the validation and before the values are sent, within the key press or click. Returns the functions to
 * call at the end of the attempt.
 */
export type Attempt<Stored> = () => { onStored: (stored: Stored) => void; onRefused: () => void }

export interface Form<V extends object, Stored = unknown> extends FormFields<V> {
  draft: DraftControl<V>
  /** Validates and saves, one attempt at a time; call it synchronously from the key press or click. */
  submit: (begin?: Attempt<Stored>) => void
  /** Resumes the save that the end of the session has interrupted, if any. */
  resume: () => void
  /** Discards the typed values and shows the stored ones; during a save it returns false and has no effect. */
  discard: () => boolean
}

/** Returns a form with its typed values, stored values, and saving. A failed save loses no typed text. */
export function useForm<V extends object, Stored>(settings: FormSettings<V, Stored>): Form<V, Stored> {
  const { rules, validate, isLive = false, prepare = (values) => values } = settings
  const [store] = useState(() => createStore(startState(settings.stored)))
  useFollow(store, rules, settings.stored)
  const draft = useFormDraft(store, rules, settings.draft)
  const interrupted = useRef(false)

  const showFailure = (sent: V, error: unknown) => {
    const state = store.get()
    const message = settings.failureMessage(error)
    const field = errorData(error)?.field
    const isQuiet = state.values !== sent
    const { controlName = (name) => name } = settings
    const name = field === undefined ? undefined : (controlName(field) as ControlName<V>)
    const refusal = { message, nextStep: nextStep(error), name, sent }
    store.set({ ...state, phase: 'idle', attempts: state.attempts + 1, isQuiet, refusal })
    // The summary above the form may be out of sight of a user who continues typing.
    if (isQuiet) toast.error(`${message} ${refusal.nextStep}`.trimEnd())
  }
  const handleFailure = async (sent: V, error: unknown) => {
    if (error instanceof CancelledError) return store.set({ ...store.get(), phase: 'idle' })
    const data = errorData(error)
    const current = data?.code === 'CONFLICT' ? await tryReload(settings.reload) : undefined
    if (current !== undefined) {
      const state = store.get()
      const conflict = { theirs: cleanValues(settings.snapshotOf(current)), hiddenEdit: null }
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
    } else showFailure(sent, error)
    if (settings.canQueue === true && isNetworkError(error)) queueOffline()
    settings.onRefused?.(error)
  }
  const queueOffline = () => {
    const state = { ...store.get(), triedAt: store.get().triedAt ?? Date.now() }
    if (state.refusal === null) return
    store.set({ ...state, refusal: { ...state.refusal, isQueued: true } })
    if (draft.flush()) noteQueueChange()
    else store.set(state)
  }
  const attempt = async (sent: V, end: ReturnType<Attempt<Stored>> | undefined) => {
    const { version, key } = store.get()
    let stored: Stored
    try {
      stored = await settings.save(sent, version === null ? { key } : { key, version })
    } catch (error) {
      end?.onRefused()
      return handleFailure(sent, error)
    }
    applyStored(sent, stored)
    end?.onStored(stored)
    settings.onStored(stored, { isDirty: isDirty(rules, store.get()) })
  }
  /** Continues with the stored entry. */
  const applyStored = (sent: V, stored: Stored) => {
    draft.drop()
    const state = store.get()
    store.set(
      settings.closesAfterSave === true
        ? { ...state, phase: 'done' }
        : afterSave(rules, state, { sent, stored: settings.snapshotOf(stored) }),
    )
  }
  const submit = (begin?: Attempt<Stored>) => {
    const state = store.get()
    // A queued change is sent without the form.
    if (state.phase !== 'idle' || isQueuedOffline(state)) return
    const values = prepare(state.values)
    const isValid = validate(values).length === 0
    interrupted.current = false
    store.set({
      ...state,
      values,
      refusal: null,
      isQuiet: false,
      ...(isValid ? { phase: 'saving' } : { attempts: state.attempts + 1 }),
    })
    if (isValid) void attempt(values, begin?.())
  }
  const acceptStored = useEffectEvent((stored: unknown) => {
    const state = store.get()
    if (!isQueuedOffline(state)) return false
    applyStored(state.values, stored as Stored)
    settings.onStored(stored as Stored, { isDirty: false })
    return true
  })
  const showQueueRefusal = useEffectEvent((message: string) => {
    const state = store.get()
    if (!isQueuedOffline(state)) return false
    const refusal = { message, nextStep: '', sent: state.values }
    store.set({ ...state, attempts: state.attempts + 1, isQuiet: false, refusal })
    return true
  })
  const draftName = settings.draft?.name ?? ''
  useEffect(
    () =>
      openForm({
        draftName: () => `${draftName}:${store.get().key}`,
        accept: (stored) => acceptStored(stored),
        showRefusal: (message) => showQueueRefusal(message),
      }),
    [draftName, store],
  )
  return {
    store,
    rules,
    validate,
    isLive,
    draft,
    submit,
    resume: () => {
      if (interrupted.current) submit()
    },
    discard: () => {
      if (store.get().phase !== 'idle') return false
      draft.drop()
      // The update is synchronous, because the caller may focus one of the fields, which are mounted again.
      flushSync(() => store.set({ ...startState(settings.stored), fillCount: store.get().fillCount + 1 }))
      return true
    },
  }
}

/** Shows a newer stored version in an untouched form. */
function useFollow<V extends object>(
  store: Store<FormState<V>>,
  rules: FieldRules<V>,
  stored: Snapshot<V>,
): void {
  const follow = useEffectEvent((version: number | null) => {
    const state = store.get()
    const isNewer = version !== null && state.version !== null && version > state.version
    if (!isNewer || state.phase !== 'idle' || state.conflict !== null || isDirty(rules, state)) return
    store.set({ ...startState(stored), fillCount: state.fillCount + 1 })
  })
  useEffect(() => follow(stored.version), [stored.version])
}

async function tryReload<Stored>(reload: (() => Promise<Stored>) | undefined): Promise<Stored | undefined> {
  try {
    return await reload?.()
  } catch (error) {
    logError('Yeniden okunamadı.', error)
    return undefined
  }
}
