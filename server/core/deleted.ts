const KEPT_MS = 30 * 86_400_000

/** What was deleted at this moment or later can be brought back; the rest is purged (decisions: deleting). */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS)
