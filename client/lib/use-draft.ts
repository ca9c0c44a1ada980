import { useRef, useState } from 'react'

import { dropDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'

export interface Draft<T> {
  value: T
  /** `value` was typed before a reload or another screen and never saved. */
  isRestored: boolean
  /** `value` at this moment: an answer comes to the form as it was drawn when it was sent. */
  current: () => T
  /** Changes the form and keeps it on this device. */
  change: (next: T) => void
  /** Forgets the kept draft and begins anew. */
  reset: (start: T) => void
  /** What is left to save now belongs to another thing; the next drawing passes that `name`. */
  move: (name: string, rest: T) => void
}

/**
 * What a small form holds, kept on this device under `name` until it is saved. The name must hold the user's id:
 * the next user of this browser must not be offered it. `T` survives JSON.
 */
export function useDraft<T extends object>(name: string, start: () => T): Draft<T> {
  const [first] = useState(() => {
    const fresh = start()
    const kept = parseAs(fresh, readDraft(name))
    return { value: kept ?? fresh, isRestored: kept !== undefined }
  })
  const [{ value, isRestored }, setState] = useState(first)
  const latest = useRef(first.value)
  const set = (next: T, keepsOrigin: boolean) => {
    latest.current = next
    setState((old) => ({ value: next, isRestored: keepsOrigin && old.isRestored }))
  }
  return {
    value,
    isRestored,
    current: () => latest.current,
    change: (next) => {
      set(next, true)
      writeDraft(name, JSON.stringify(next))
    },
    reset: (next) => {
      set(next, false)
      dropDraft(name)
    },
    move: (to, rest) => {
      set(rest, false)
      dropDraft(name)
      writeDraft(to, JSON.stringify(rest))
    },
  }
}

/** A kept text, if it is of the form that this version of the screen writes. */
function parseAs<T extends object>(model: T, text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    return isLike(model, kept) ? (kept as T) : undefined
  } catch {
    return undefined
  }
}

/** The same names with values of the same types, all the way down. */
function isLike(model: unknown, value: unknown): boolean {
  if (typeof model !== 'object' || model === null) return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(model).every(([name, part]) => isLike(part, (value as Record<string, unknown>)[name]))
}
