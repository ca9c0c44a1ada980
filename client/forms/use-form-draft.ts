import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { dropDraft, encodeDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { isLoggedIn } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

import { type Draft, draftOf, type FormState, isQueuedOffline, withDraft } from './form-state.ts'
import type { FieldRules } from './merge.ts'
import { setDraftToOffer, noteQueueChange, draftToOffer, readDrafts } from './stored-drafts.ts'
import type { Store } from '#client/lib/store.ts'

const INTERVAL_MS = 500

export interface DraftSettings<V> {
  /**
   * The draft's name. It must contain the ids of user and entry, so that the next user of this browser is not offered
   * the draft.
   */
  name: string
  /** 'restore' fills the form with a stored draft at once, 'offer' asks first. */
  mode: 'restore' | 'offer'
  /** Returns the name of an offered draft for the user; '' for none. */
  about?: (values: V) => string
  /** Replacements of values that are never stored on this device: an empty password. */
  unstored?: Partial<V>
  /** The former default values of fields that older drafts lack. */
  defaults?: Partial<V>
  /** Validates the shape of stored values beyond their types, for this version of the form. */
  isValid?: (values: V) => boolean
}

export interface DraftControl<V> {
  /** The offered draft and its name. */
  offer: (Draft<V> & { about: string }) | undefined
  accept: () => void
  refuse: () => void
  /** Whether the form was filled from a draft that was neither saved nor discarded since. */
  isRestored: boolean
  /** Stores the draft at once; false if this browser cannot store it. */
  flush: () => boolean
  /** Deletes the stored draft of this form. */
  drop: () => void
}

/**
 * Stores a dirty form as a draft on this device, twice a second, until it is saved. Without settings it stores none.
 */
export function useFormDraft<V extends object>(
  store: Store<FormState<V>>,
  rules: FieldRules<V>,
  settings: DraftSettings<V> | undefined,
): DraftControl<V> {
  const { name = '', mode = 'restore', about = () => '', unstored } = settings ?? {}
  const nameOf = (key: string) => `${name}:${key}`
  /**
   * Returns the newest stored draft, except the one that this form writes. One that is sent without the form is offered
   * on request only, but restored at once.
   */
  const findNewest = (): Draft<V> | undefined => {
    if (settings === undefined) return undefined
    const { values: sample, key } = store.get()
    const { defaults, isValid } = settings
    const drafts = readDrafts({ prefix: nameOf(''), sample, defaults, isValid })
    const wanted = draftToOffer()
    const offered = drafts.filter(
      (draft) =>
        draft.key !== key && (draft.isQueued === undefined || mode === 'restore' || draft.name === wanted),
    )
    return offered.find((draft) => draft.name === wanted) ?? offered[0]
  }
  const [{ offer, isRestored }, setOffered] = useState<{ offer?: Draft<V> | undefined; isRestored: boolean }>(
    () => {
      const draft = findNewest()
      if (draft === undefined || mode === 'offer') return { offer: draft, isRestored: false }
      store.set(withDraft(store.get(), draft))
      return { isRestored: true }
    },
  )
  /** A restored draft stays as it is stored until the user changes something. */
  const [restored] = useState(() => (isRestored ? store.get().values : undefined))
  const timer = useRef<number>(undefined)
  const hasWarned = useRef(false)
  /** The name of the queued draft: if it is no longer stored, another tab has sent it. */
  const queuedName = useRef<string>(undefined)

  const flush = (): boolean => {
    // After a logout no draft may remain for the next user.
    if (settings === undefined || !isLoggedIn()) return true
    const state = store.get()
    if (state.phase === 'done' || state.values === restored) return true
    const draft = draftOf(rules, state)
    if (draft === null) {
      dropDraft(nameOf(state.key))
      return true
    }
    const name = nameOf(draft.key)
    if (isQueuedOffline(state) && queuedName.current === name && readDraft(name) === undefined) return true
    queuedName.current = isQueuedOffline(state) ? name : undefined
    const values = { ...draft.values, ...unstored }
    const isStored = writeDraft(name, encodeDraft({ ...draft, values, savedAt: Date.now() }))
    if (!isStored && !hasWarned.current) toast.error(messages.draftNotKept)
    hasWarned.current ||= !isStored
    return isStored
  }
  const write = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    flush()
  })
  useEffect(() => {
    const hide = ({ type }: Event) => {
      write()
      if (type === 'pagehide' && isQueuedOffline(store.get())) setDraftToOffer(`${name}:${store.get().key}`)
    }
    const schedule = () => {
      // After more typing the former values must not be sent.
      if (queuedName.current !== undefined && !isQueuedOffline(store.get())) write()
      else timer.current ??= window.setTimeout(write, INTERVAL_MS)
    }
    const stop = store.subscribe(schedule)
    // The page comes back as it was: its form is open again, so no draft needs to be offered.
    const show = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setDraftToOffer(null)
      noteQueueChange()
    }
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    document.addEventListener('visibilitychange', hide)
    return () => {
      if (timer.current !== undefined) write()
      stop()
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [name, store])

  const drop = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(nameOf(store.get().key))
    setOffered((before) => ({ ...before, isRestored: false }))
  }
  return {
    offer: offer && { ...offer, about: about(offer.values) },
    isRestored,
    accept: () => {
      if (offer === undefined) return
      flush()
      store.set(withDraft(store.get(), offer))
      setOffered({ offer: findNewest(), isRestored: false })
    },
    refuse: () => {
      if (offer !== undefined) dropDraft(nameOf(offer.key))
      setOffered({ offer: findNewest(), isRestored: false })
    },
    flush,
    drop,
  }
}
