import { readDraft, RECENT_PREFIX, writeDraft } from '#client/lib/drafts.ts'

import type { RecentHit } from './options.ts'

/* Hits that each user opened last on this device. They are stored like a draft, so that the logout deletes them. */

const MAX_RECENT = 5

const nameOf = (userId: number) => `${RECENT_PREFIX}${userId}`

/** Returns the recent hits, the newest first; none when storage is empty or forbidden. */
export function readRecent(userId: number): RecentHit[] {
  try {
    const value: unknown = JSON.parse(readDraft(nameOf(userId)) ?? '[]')
    return Array.isArray(value) ? value.filter(isRecentHit).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export function addRecent(userId: number, hit: RecentHit): void {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== hit.kind || id !== hit.id)
  writeDraft(nameOf(userId), JSON.stringify([hit, ...others].slice(0, MAX_RECENT)))
}

/** An older version may have stored another shape. */
function isRecentHit(value: unknown): value is RecentHit {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, title, note } = value as Partial<Record<keyof RecentHit, unknown>>
  const isText = typeof title === 'string' && typeof note === 'string'
  return isText && typeof id === 'number' && ['vehicle', 'customer', 'record'].includes(String(kind))
}
