import type { PoolTarget } from '#server/db/pool.ts'

/** The value of DATABASE_URL for a target. */
export function databaseUrl({ host, port, username, database, password }: PoolTarget): string {
  const query = new URLSearchParams({ host: host ?? '', user: username ?? '' })
  if (port !== undefined) query.set('port', String(port))
  if (password !== undefined) query.set('password', password)
  return `postgres:///${database ?? ''}?${query}`
}
