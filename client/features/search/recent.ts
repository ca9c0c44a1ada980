import { readDraft, RECENT_PREFIX, writeDraft } from '#client/lib/drafts.ts'

import type { Target } from './options.ts'

/* Hits that each user opened last on this device. They are stored like a draft, so that the logout deletes them. */

const MOST = 5

const nameOf = (userId: number) => `${RECENT_PREFIX}${userId}`

/** Returns the recent hits, the newest first; none when storage is empty or forbidden. */
export function readRecent(userId: number): Target[] {
  try {
    const value: unknown = JSON.parse(readDraft(nameOf(userId)) ?? '[]')
    return Array.isArray(value) ? value.filter(isTarget).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function keepRecent(userId: number, target: Target): void {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== target.kind || id !== target.id)
  writeDraft(nameOf(userId), JSON.stringify([target, ...others].slice(0, MOST)))
}

/** An older version may have stored another shape. */
function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, title, note } = value as Partial<Record<keyof Target, unknown>>
  const isText = typeof title === 'string' && typeof note === 'string'
  return isText && typeof id === 'number' && ['vehicle', 'customer', 'record'].includes(String(kind))
}
