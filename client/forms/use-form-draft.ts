import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { draftNames, dropDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { isLoggedIn } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

import { type Draft, draftOf, type FormState, withDraft } from './form-state.ts'
import type { FieldRules } from './merge.ts'
import type { Store } from '#client/lib/store.ts'

const INTERVAL_MS = 500

export interface DraftSettings<V> {
  /** Must hold the user's id and the thing's: the next user of this browser must not be offered it. */
  name: string
  /** 'restore' fills the form with a kept draft at once, 'offer' asks first. */
  mode: 'restore' | 'offer'
  /** What an offered draft is about, as a person calls it; '' for nothing. */
  about?: (values: V) => string
  /** What is never kept on this device: empty values that take the place of a password. */
  without?: Partial<V>
  /** Whether kept values are of the shape that this version of the form writes, beyond their types. */
  isValid?: (values: V) => boolean
}

export interface DraftControl<V> {
  /** A draft that waits for an answer, with what it is about. */
  offer: (Draft<V> & { about: string }) | undefined
  accept: () => void
  refuse: () => void
  /** The form was filled from a draft that nobody has yet saved or dropped. */
  isRestored: boolean
  /** Writes what is typed at once; false when this browser keeps nothing. */
  flush: () => boolean
  /** Drops what is kept of this form. */
  drop: () => void
}

/** Keeps what is typed on this device, twice a second, until it is saved. Without settings nothing is kept. */
export function useFormDraft<V extends object>(
  store: Store<FormState<V>>,
  rules: FieldRules<V>,
  settings: DraftSettings<V> | undefined,
): DraftControl<V> {
  const { name = '', mode = 'restore', about = () => '', without } = settings ?? {}
  const nameOf = (key: string) => `${name}:${key}`
  /** The newest kept draft, but for the one that this form writes itself. */
  const newest = () => settings && newestDraft(settings, store.get())
  const [{ offer, isRestored }, setFound] = useState<{ offer?: Draft<V> | undefined; isRestored: boolean }>(
    () => {
      const found = newest()
      if (found === undefined || mode === 'offer') return { offer: found, isRestored: false }
      store.set(withDraft(store.get(), found))
      return { isRestored: true }
    },
  )
  const timer = useRef<number>(undefined)
  const warned = useRef(false)

  const flush = (): boolean => {
    // After a logout nothing may be left for the next person.
    if (settings === undefined || !isLoggedIn()) return true
    const state = store.get()
    if (state.phase === 'done') return true
    const draft = draftOf(rules, state)
    if (draft === null) {
      dropDraft(nameOf(state.key))
      return true
    }
    const values = { ...draft.values, ...without }
    const kept = writeDraft(nameOf(draft.key), JSON.stringify({ ...draft, values, savedAt: Date.now() }))
    if (!kept && !warned.current) toast.error(messages.draftNotKept)
    warned.current ||= !kept
    return kept
  }
  const write = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    flush()
  })
  useEffect(() => {
    const hide = () => write()
    const schedule = () => {
      timer.current ??= window.setTimeout(write, INTERVAL_MS)
    }
    const stop = store.subscribe(schedule)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      if (timer.current !== undefined) write()
      stop()
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [store])

  const drop = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(nameOf(store.get().key))
    setFound((found) => ({ ...found, isRestored: false }))
  }
  return {
    offer: offer && { ...offer, about: about(offer.values) },
    isRestored,
    accept: () => {
      if (offer === undefined) return
      flush()
      store.set(withDraft(store.get(), offer))
      setFound({ offer: newest(), isRestored: false })
    },
    refuse: () => {
      if (offer !== undefined) dropDraft(nameOf(offer.key))
      setFound({ offer: newest(), isRestored: false })
    },
    flush,
    drop,
  }
}

/** The newest draft whose values are of the form's types; a text that another version has written is none. */
function newestDraft<V extends object>(
  { name, isValid = () => true }: DraftSettings<V>,
  { values: like, key }: FormState<V>,
): Draft<V> | undefined {
  const parse = (text: string): Draft<V>[] => {
    try {
      const draft = JSON.parse(text) as Draft<V>
      const isDraft = [draft.base, draft.values].every((values) => isLike(like, values) && isValid(values))
      return isDraft && draft.key !== key && isLike(KEPT, draft) ? [draft] : []
    } catch {
      return []
    }
  }
  return draftNames(`${name}:`)
    .flatMap((kept) => parse(readDraft(kept) ?? ''))
    .sort((a, b) => b.savedAt - a.savedAt)[0]
}

const KEPT = { key: '', savedAt: 0 }

/** The same names with values of the same types, all the way down but for what lists hold. */
function isLike(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value)
  if (typeof model !== 'object' || model === null) return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(model).every(([name, part]) => isLike(part, (value as Record<string, unknown>)[name]))
}
