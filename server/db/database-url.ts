import { StartupError } from '#server/lib/startup-error.ts'

import type { PoolTarget } from './pool.ts'

/**
 * `postgres://user:password@host:port/database`. As with libpq, `?host=` may name the folder of a Unix socket and
 * `?sslmode=` the kind of TLS; `?pgbouncer=true` marks a pgbouncer in transaction mode. Throws a StartupError,
 * which never repeats the address, because that holds the password.
 */
export function parseDatabaseUrl(databaseUrl: string, variable = 'DATABASE_URL'): PoolTarget {
  const [address = '', query = ''] = databaseUrl.trim().split('?', 2)
  if (!/^postgres(ql)?:\/\/./.test(address) || !isUrl(address)) throw malformed(variable)
  const parameters = new URLSearchParams(query)
  const target: PoolTarget = { pgbouncer: take(parameters, 'pgbouncer') === 'true' }
  const host = take(parameters, 'host')
  const username = take(parameters, 'user')
  const password = take(parameters, 'password')
  const port = take(parameters, 'port')
  if (host !== undefined) target.host = host
  if (username !== undefined) target.username = username
  if (password !== undefined) target.password = password
  if (port !== undefined) target.port = Number(port)
  const rest = parameters.toString()
  target.url = rest === '' ? address : `${address}?${rest}`
  return target
}

/** Several servers may be separated by commas, which no standard URL allows: only the first one is checked. */
function isUrl(address: string): boolean {
  return URL.canParse(address.replace(/,[^/]*/, ''))
}

function take(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name) ?? undefined
  parameters.delete(name)
  return value
}

function malformed(variable: string): StartupError {
  return new StartupError(
    `${variable}: adres anlaşılamadı; postgres://kullanici:parola@sunucu:5432/veritabani biçiminde olmalı.`,
  )
}
