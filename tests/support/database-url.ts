import type { PoolTarget } from '#server/db/pool.ts'

/** The value of DATABASE_URL for a target. */
export function databaseUrl({ host, port, username, database, password, pgbouncer }: PoolTarget): string {
  const query = new URLSearchParams({ host: host ?? '', user: username ?? '' })
  if (port !== undefined) query.set('port', String(port))
  if (password !== undefined) query.set('password', password)
  if (pgbouncer === true) query.set('pgbouncer', 'true')
  return `postgres:///${database ?? ''}?${query}`
}
