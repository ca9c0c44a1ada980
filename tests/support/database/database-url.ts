import type { PoolTarget } from '#server/platform/db/pool.ts'

/** Returns the value of DATABASE_URL for a target. */
export function databaseUrl(target: PoolTarget): string {
  const { host, port, username, database, password, kind, pgbouncer } = target
  const query = new URLSearchParams({ host: host ?? '', user: username ?? '' })
  if (port !== undefined) query.set('port', String(port))
  if (password !== undefined) query.set('password', password)
  if (kind !== undefined) query.set('target_session_attrs', kind)
  if (pgbouncer === true) query.set('pgbouncer', 'true')
  return `postgres:///${database ?? ''}?${query}`
}

/** Returns several servers as one target. */
export function severalOf(targets: readonly PoolTarget[], kind?: PoolTarget['kind']): PoolTarget {
  const { port: _, ...first } = targets[0] ?? {}
  return { ...first, host: targets.map(({ host, port }) => `${host}:${port}`).join(','), kind }
}
