import { SESSION_REMEMBER_DAYS } from '#shared/options.ts'

/**
 * The prefix of unsaved texts (and the last view of a list) on this device; they survive a reload but not the logout.
 */
const DRAFT_PREFIX = 'taslak:'
/** The prefix of the list of recently opened things with their titles, which may be names and plates. */
export const RECENT_PREFIX = 'son-acilanlar:'

/** Stored names that differ from those in the code: pages of other versions read and write the same drafts. */
const STORED_NAMES = [
  ['isQueued', 'waits'],
  ['prefill', 'taken'],
] as const

/** Renames the properties in JSON. A quote within a text is escaped, so only names match. */
const renameProperties = (json: string, from: 0 | 1, to: 0 | 1): string =>
  STORED_NAMES.reduce((text, names) => text.replaceAll(`"${names[from]}":`, `"${names[to]}":`), json)

/** Returns the text that is stored for a draft of a form. */
export const encodeDraft = (draft: object): string => renameProperties(JSON.stringify(draft), 0, 1)

/** Returns a stored draft of a form. Throws if the text is not JSON. */
export const decodeDraft = (text: string): unknown => JSON.parse(renameProperties(text, 1, 0))

/** Returns the draft of this name; undefined if there is none or storage is forbidden. */
export function readDraft(name: string): string | undefined {
  try {
    return localStorage.getItem(DRAFT_PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a draft; returns false if storage is full or forbidden. */
export function writeDraft(name: string, text: string): boolean {
  try {
    localStorage.setItem(DRAFT_PREFIX + name, text)
    return true
  } catch {
    return false
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(DRAFT_PREFIX + name)
  } catch {
    // Storage is forbidden, so there is no draft to delete.
  }
}

/** Returns the names of the stored drafts that begin with `prefix`. */
export function draftNames(prefix = ''): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(DRAFT_PREFIX + prefix))
      .map((key) => key.slice(DRAFT_PREFIX.length))
  } catch {
    return []
  }
}

/**
 * Deletes the drafts at logout, so that the next user of this device does not see them. Another user's queued
 * change stays, because only that user's next login can send it.
 */
export function dropDrafts(userId: number | undefined): void {
  for (const name of draftNames()) {
    const [, owner] = name.split(':')
    if (owner === String(userId) || !isQueuedOffline(name)) dropDraft(name)
  }
}

/**
 * Deletes the drafts that name an erased customer, and the list of recently opened things. A queued change
 * stays: it is a visit that the shop has not stored yet.
 */
export function dropDraftsNaming(customer: string): void {
  for (const draft of draftNames()) {
    const isNaming = draft.startsWith(RECENT_PREFIX) || readDraft(draft)?.includes(customer) === true
    if (isNaming && !isQueuedOffline(draft)) dropDraft(draft)
  }
}

/**
 * The life of a draft, as long as a session: after it the user must log in again, and a customer may have been erased.
 */
const RETENTION_MS = SESSION_REMEMBER_DAYS * 86_400_000

/** Deletes drafts that are older than any session, except queued ones. */
export function dropOldDrafts(now: number): void {
  for (const draft of draftNames()) {
    const { savedAt = now } = parsed(draft)
    if (savedAt < now - RETENTION_MS && !isQueuedOffline(draft)) dropDraft(draft)
  }
}

const isQueuedOffline = (name: string): boolean => parsed(name).isQueued !== undefined

function parsed(name: string): { isQueued?: true; savedAt?: number } {
  try {
    return decodeDraft(readDraft(name) ?? '') ?? {}
  } catch {
    return {}
  }
}
