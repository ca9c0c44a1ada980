import type { Day } from '#shared/date.ts'

/** Returns the rows of at most `most` cars or customers with what was seen of them, the last seen first. */
export async function lastSeen<Seen extends { id: number; last_day: Day }, Row extends { id: number }>(
  seen: readonly Seen[],
  most: number,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<(Row & Seen)[]> {
  if (seen.length === 0) return []
  const last = seen.toSorted((a, b) => (a.last_day < b.last_day ? 1 : -1)).slice(0, most)
  const rows = await read(last.map(({ id }) => id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return last.flatMap((one) => {
    const row = byId.get(one.id)
    return row === undefined ? [] : [{ ...row, ...one }]
  })
}
