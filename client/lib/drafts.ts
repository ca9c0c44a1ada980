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

/** Wipes every draft, at logout: the next person at this machine must not see them. */
export function dropAllDrafts(): void {
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
    for (const name of names) if (name?.startsWith(DRAFT_PREFIX) === true) localStorage.removeItem(name)
  } catch {
    // Nothing could have been kept either.
  }
}
