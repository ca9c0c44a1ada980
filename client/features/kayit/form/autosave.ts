import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import { dropDraft, writeDraft } from '#client/lib/drafts.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { isLoggedIn } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

import { type KayitDraft, newestDraft, writeText } from './draft.ts'
import type { KayitModel } from './model.ts'
import type { KayitValues } from './values.ts'

const INTERVAL_MS = 500

export interface Autosave {
  /** Of this form, or of the draft that it goes on from. */
  key: string
  /** A draft of another form for the same record. */
  offer: KayitDraft | undefined
  /** Goes on under the offered draft's key; the caller fills the form. */
  accept: (draft: KayitDraft) => void
  refuse: (draft: KayitDraft) => void
  /** Writes at once; false when this browser keeps nothing. */
  flush: () => boolean
  /** Drops the draft, and with `forGood` writes no more. */
  settle: (options: { forGood: boolean }) => void
}

/**
 * Keeps what is typed on this device twice a second until it is saved. `waiting` stands for the form's content
 * where typed text waits beside it.
 */
export function useAutosave(
  model: KayitModel,
  prefix: string,
  waiting: (() => KayitValues) | null,
): Autosave {
  const [key, setKey] = useState(randomKey)
  const [offer, setOffer] = useState(() => newestDraft(prefix, key))
  const timer = useRef<number>(undefined)
  const over = useRef(false)
  const warned = useRef(false)
  const { form, rows, line, base, isDirty } = model
  const isWaiting = waiting !== null

  const write = () => {
    // After a logout nothing may be left for the next person.
    if (over.current || !isLoggedIn()) return true
    if (!isDirty && !isWaiting) {
      dropDraft(prefix + key)
      return true
    }
    const values = waiting === null ? model.values() : waiting()
    const draft = { key, savedAt: Date.now(), base, values, line }
    const kept = writeDraft(prefix + key, writeText(draft))
    if (!kept && !warned.current) toast.error(messages.draftNotKept)
    warned.current ||= !kept
    return kept
  }
  const writeNow = useEffectEvent(write)
  const schedule = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      writeNow()
    }, INTERVAL_MS)
  }, [])

  useEffect(() => form.subscribe({ formState: { values: true }, callback: schedule }), [form, schedule])
  useEffect(schedule, [rows, line, base, isDirty, isWaiting, schedule])
  useEffect(() => {
    const hide = () => void writeNow()
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])

  return {
    key,
    offer,
    accept: (draft) => {
      write()
      setKey(draft.key)
      setOffer(newestDraft(prefix, draft.key))
    },
    refuse: (draft) => {
      dropDraft(prefix + draft.key)
      setOffer(newestDraft(prefix, key))
    },
    flush: write,
    settle: ({ forGood }) => {
      over.current = forGood
      dropDraft(prefix + key)
    },
  }
}
