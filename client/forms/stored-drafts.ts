import { draftNames, readDraft } from '#client/lib/drafts.ts'
import { createStore } from '#client/lib/store.ts'

import { cleanValues } from './clean-values.ts'
import type { Draft } from './form-state.ts'

export interface StoredDraft<V> extends Draft<V> {
  /** Its name on this device. */
  name: string
}

interface DraftShape<V> {
  /** Names begin with it. */
  prefix: string
  /** Values of the present version of the form: drafts with other types are skipped. */
  like: V
  /** Fields that older drafts lack, with the value that they had before the form had them. */
  added?: Partial<V> | undefined
  /** Validates the shape of stored values beyond their types. */
  isValid?: ((values: V) => boolean) | undefined
}

interface OpenForm {
  /** The name of the draft that the form writes. */
  draftName: () => string
  /** Takes the stored entry of its waiting draft; false when more was typed since. */
  take: (stored: unknown) => boolean
  /** Shows why its waiting draft was refused; false when more was typed since. */
  refuse: (message: string) => boolean
}

const openForms = new Set<OpenForm>()

/** In the tab's own storage: the waiting draft that the form is to offer, after a reload or at the user's request. */
const RELOADED = 'acik-taslak'

/** Counts the moments at which a form began to wait or was closed, for those who send and show what waits. */
export const waitingChanges = createStore(0)

export const noteWaitingChange = (): void => waitingChanges.set(waitingChanges.get() + 1)

/** Registers an open form; returns the function for closing it. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
    // Not when another form is closed on the way to the one that offers it.
    if (reloadedDraft() === form.draftName()) noteReload(null)
    noteWaitingChange()
  }
}

/** Whether a form of this tab writes the draft. */
export const isOpenHere = (name: string): boolean => [...openForms].some((form) => form.draftName() === name)

/** Gives a sent draft's stored entry to the form that shows it; false when there is none that takes it. */
export const handOver = (name: string, stored: unknown): boolean =>
  [...openForms].some((form) => form.draftName() === name && form.take(stored))

/** Tells the form that shows a draft why it was refused; false when there is none. */
export const refuseOpen = (name: string, message: string): boolean =>
  [...openForms].some((form) => form.draftName() === name && form.refuse(message))

/** Names the waiting draft that the form is to offer; `null` forgets it. */
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
    const read = cleanValues(JSON.parse(readDraft(name) ?? '') as Draft<V>)
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
