/** Texts that someone has typed but not saved; they outlive a reload, not the logout. */
const DRAFT_PREFIX = 'taslak:'

/** The draft under this name; undefined when there is none or storage is forbidden. */
export function readDraft(name: string): string | undefined {
  try {
    return localStorage.getItem(DRAFT_PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft; false when the browser has no room for it or forbids storage. */
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
    // Nothing could have been kept either.
  }
}

/** The names of the kept drafts that begin with `prefix`. */
export function draftNames(prefix = ''): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(DRAFT_PREFIX + prefix))
      .map((key) => key.slice(DRAFT_PREFIX.length))
  } catch {
    return []
  }
}

/** Wipes every draft, at logout: the next person at this machine must not see them. */
export function dropAllDrafts(): void {
  for (const name of draftNames()) dropDraft(name)
}
