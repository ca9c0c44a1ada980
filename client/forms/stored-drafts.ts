import { decodeDraft, draftNames, readDraft } from '#client/lib/drafts.ts'
import { createStore } from '#client/lib/store.ts'

import { cleanValues } from './clean-values.ts'
import type { Draft } from './form-state.ts'

export interface StoredDraft<V> extends Draft<V> {
  /** The draft's name on this device. */
  name: string
}

interface DraftShape<V> {
  /** The beginning of the names. */
  prefix: string
  /** Values of the present version of the form; drafts with other types are skipped. */
  sample: V
  /** The former default values of fields that older drafts lack. */
  defaults?: Partial<V> | undefined
  /** Validates the shape of stored values beyond their types. */
  isValid?: ((values: V) => boolean) | undefined
}

interface OpenForm {
  /** The name of the draft that the form writes. */
  draftName: () => string
  /** Takes the stored entry of the form's queued draft; false if the user has typed more since. */
  accept: (stored: unknown) => boolean
  /** Shows why the form's queued draft was refused; false if the user has typed more since. */
  showRefusal: (message: string) => boolean
}

const openForms = new Set<OpenForm>()

/** The key in the tab's own storage for the queued draft that the form is to offer, after a reload or on request. */
const RELOADED = 'acik-taslak'

/** Counts the times at which a form was queued or closed, for the code that sends and shows queued drafts. */
export const queueChanges = createStore(0)

export const noteQueueChange = (): void => queueChanges.set(queueChanges.get() + 1)

/** Registers an open form and returns the function that closes it. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
    // Another form may close on the way to the one that offers the draft.
    if (draftToOffer() === form.draftName()) setDraftToOffer(null)
    noteQueueChange()
  }
}

/** Returns whether a form of this tab writes the draft. */
export const isOpenHere = (name: string): boolean => [...openForms].some((form) => form.draftName() === name)

/** Gives the stored entry of a sent draft to the form that shows it; false if no form takes it. */
export const deliverStored = (name: string, stored: unknown): boolean =>
  [...openForms].some((form) => form.draftName() === name && form.accept(stored))

/** Tells the form that shows a draft why it was refused; false if no form shows it. */
export const showRefusal = (name: string, message: string): boolean =>
  [...openForms].some((form) => form.draftName() === name && form.showRefusal(message))

/** Stores the name of the queued draft that the form is to offer; `null` deletes it. */
export function setDraftToOffer(name: string | null): void {
  try {
    if (name === null) sessionStorage.removeItem(RELOADED)
    else sessionStorage.setItem(RELOADED, name)
  } catch {
    // Storage is forbidden: the draft is sent instead of offered.
  }
}

export function draftToOffer(): string | null {
  try {
    return sessionStorage.getItem(RELOADED)
  } catch {
    return null
  }
}

/** Returns the drafts on this device whose values have the form's types, newest first. */
export function readDrafts<V extends object>(shape: DraftShape<V>): StoredDraft<V>[] {
  return draftNames(shape.prefix)
    .flatMap((name) => parseDraft(name, shape))
    .sort((a, b) => b.savedAt - a.savedAt)
}

function parseDraft<V extends object>(
  name: string,
  { sample, defaults, isValid = () => true }: DraftShape<V>,
): StoredDraft<V>[] {
  try {
    const read = cleanValues(decodeDraft(readDraft(name) ?? '') as Draft<V>)
    const draft = {
      ...read,
      base: { ...defaults, ...read.base },
      values: { ...defaults, ...read.values },
    }
    const isDraft = [draft.base, draft.values].every((values) => isLike(sample, values) && isValid(values))
    return isDraft && isLike(DRAFT_SAMPLE, draft) ? [{ ...draft, name }] : []
  } catch {
    return []
  }
}

const DRAFT_SAMPLE = { key: '', savedAt: 0 }

/** Returns whether two values have the same names and types at every level, except within lists. */
function isLike(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value)
  if (typeof model !== 'object' || model === null) return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(model).every(([name, part]) => isLike(part, (value as Record<string, unknown>)[name]))
}
