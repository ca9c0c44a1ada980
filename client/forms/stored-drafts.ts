import { draftNames, readDraft } from '#client/lib/drafts.ts'
import { createStore } from '#client/lib/store.ts'

import type { Draft } from './form-state.ts'

export interface StoredDraft<V> extends Draft<V> {
  /** Its name on this device. */
  name: string
}

export interface DraftShape<V> {
  /** Names begin with it. */
  prefix: string
  /** Values of the present version of the form: drafts with other types are skipped. */
  like: V
  /** Fields that older drafts lack, with the value that they had before the form had them. */
  added?: Partial<V> | undefined
  /** Validates the shape of stored values beyond their types. */
  isValid?: ((values: V) => boolean) | undefined
}

const openForms = new Set<() => string>()

/** In the tab's own storage: the waiting draft whose form was open when the page was reloaded. */
const RELOADED = 'acik-taslak'

/** Counts the forms that were closed, for those who send what a form left. */
export const closedForms = createStore(0)

/** Registers an open form by the name of the draft that it writes; returns the function for closing it. */
export function openForm(draftName: () => string): () => void {
  openForms.add(draftName)
  return () => {
    openForms.delete(draftName)
    noteReload(null)
    closedForms.set(closedForms.get() + 1)
  }
}

/** Whether a form of this tab writes the draft. */
export const isOpenHere = (name: string): boolean => [...openForms].some((draftName) => draftName() === name)

/** Remembers the waiting draft of the form that is open while the page is left; `null` forgets it. */
export function noteReload(name: string | null): void {
  try {
    if (name === null) sessionStorage.removeItem(RELOADED)
    else sessionStorage.setItem(RELOADED, name)
  } catch {
    // Storage is forbidden: the draft is sent instead of offered.
  }
}

export function reloadedDraft(): string | null {
  try {
    return sessionStorage.getItem(RELOADED)
  } catch {
    return null
  }
}

/** The drafts on this device whose values have the form's types, newest first. */
export function storedDrafts<V extends object>(shape: DraftShape<V>): StoredDraft<V>[] {
  return draftNames(shape.prefix)
    .flatMap((name) => parsed(name, shape))
    .sort((a, b) => b.savedAt - a.savedAt)
}

function parsed<V extends object>(
  name: string,
  { like, added, isValid = () => true }: DraftShape<V>,
): StoredDraft<V>[] {
  try {
    const read = JSON.parse(readDraft(name) ?? '') as Draft<V>
    const draft = { ...read, base: { ...added, ...read.base }, values: { ...added, ...read.values } }
    const isDraft = [draft.base, draft.values].every((values) => isLike(like, values) && isValid(values))
    return isDraft && isLike(KEPT, draft) ? [{ ...draft, name }] : []
  } catch {
    return []
  }
}

const KEPT = { key: '', savedAt: 0 }

/** Whether two values have the same names and types at every level, except within lists. */
function isLike(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value)
  if (typeof model !== 'object' || model === null) return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(model).every(([name, part]) => isLike(part, (value as Record<string, unknown>)[name]))
}
