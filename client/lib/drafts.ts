/** Unsaved texts (and the last view of a list), stored on this device; they survive a reload but not the logout. */
const DRAFT_PREFIX = 'taslak:'

/** The draft of this name; undefined when there is none or storage is forbidden. */
export function readDraft(name: string): string | undefined {
  try {
    return localStorage.getItem(DRAFT_PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a draft; false when storage is full or forbidden. */
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

/** The names of the stored drafts that begin with `prefix`. */
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
 * Deletes the drafts at logout, so that the next user of this device does not see them. What another user has
 * submitted without a connection stays: only that user's next login can send it.
 */
export function dropDrafts(userId: number | undefined): void {
  for (const name of draftNames()) {
    const [, owner] = name.split(':')
    if (owner === String(userId) || !isWaiting(name)) dropDraft(name)
  }
}

function isWaiting(name: string): boolean {
  try {
    return (JSON.parse(readDraft(name) ?? '') as { waits?: true }).waits !== undefined
  } catch {
    return false
  }
}
