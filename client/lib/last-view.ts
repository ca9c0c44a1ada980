import { readDraft, writeDraft } from '#client/lib/drafts.ts'

/*
 * The last view of the records' list, for each user of this device: filters, order and page size, without the search
 * and the page. It is stored like a draft, so that the logout deletes it.
 */

const nameOf = (userId: number) => `son-gorunum:${userId}`

/** Returns the parameters of the user's last view; empty if there is none or storage is forbidden. */
export function readLastView(userId: number): object {
  try {
    const value: unknown = JSON.parse(readDraft(nameOf(userId)) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export function writeLastView(userId: number, search: object): void {
  const { q: _q, page: _page, ...view } = search as { q?: unknown; page?: unknown }
  writeDraft(nameOf(userId), JSON.stringify(view))
}
