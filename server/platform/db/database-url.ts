import { StartupError } from '#server/platform/lib/startup-error.ts'

import type { PoolTarget } from './pool.ts'

/** The kinds of server that an address may ask for; a replica that is no standby is not read anyway. */
const REPLICA_KINDS = ['standby'] as const
const PRIMARY_KINDS = ['primary', 'read-write'] as const

/**
 * Parses `postgres://user:password@host:port/database`, also with several servers between commas. As with libpq,
 * `?host=` may name a Unix socket's folder, or servers, and `?sslmode=` the kind of TLS; `?pgbouncer=true` marks a
 * pgbouncer in transaction mode. Throws a StartupError without the address, because that holds the password.
 */
export function parseDatabaseUrl(databaseUrl: string, variable = 'DATABASE_URL'): PoolTarget {
  const [address = '', query = ''] = databaseUrl.trim().split('?', 2)
  // Several servers may be separated by commas, which no standard URL allows: only the first one is checked.
  if (!/^postgres(ql)?:\/\/./.test(address) || !URL.canParse(address.replace(/,[^/]*/, '')))
    throw new StartupError(
      `${variable}: adres anlaşılamadı; postgres://kullanici:parola@sunucu:5432/veritabani biçiminde olmalı.`,
    )
  const parameters = new URLSearchParams(query)
  const target: PoolTarget = { pgbouncer: take(parameters, 'pgbouncer') === 'true' }
  const host = take(parameters, 'host')
  const username = take(parameters, 'user')
  const password = take(parameters, 'password')
  const ports = take(parameters, 'port')?.split(',') ?? []
  if (host !== undefined) target.host = withPorts(host.split(','), ports)
  if (username !== undefined) target.username = username
  if (password !== undefined) target.password = password
  if (ports.length === 1) target.port = Number(ports[0])
  const kind = kindOf(take(parameters, 'target_session_attrs'), variable)
  const hasSeveral = (host ?? address).includes(',')
  if (hasSeveral && host?.includes('/') === true)
    throw new StartupError(
      `${variable}: birden çok sunucu, Unix yuvası klasörü olmadan adresleriyle verilir.`,
    )
  // Checking for the primary costs a round trip per connection, so behind a pgbouncer only several servers are checked.
  if (kind !== undefined) target.kind = kind
  else if (variable !== REPLICA && (hasSeveral || target.pgbouncer !== true)) target.kind = 'primary'
  const rest = parameters.toString()
  target.url = rest === '' ? address : `${address}?${rest}`
  return target
}

const REPLICA = 'DATABASE_REPLICA_URL'

/** Returns the hosts with their ports: as in libpq, each server has its own port, or all have the same. */
const withPorts = (hosts: readonly string[], ports: readonly string[]): string =>
  ports.length > 1 ? hosts.map((host, index) => `${host}:${ports[index] ?? ''}`).join(',') : hosts.join(',')

function kindOf(named: string | undefined, variable: string): PoolTarget['kind'] {
  if (named === undefined) return undefined
  const kinds = variable === REPLICA ? REPLICA_KINDS : PRIMARY_KINDS
  const kind = kinds.find((one) => one === named)
  if (kind === undefined)
    throw new StartupError(`${variable}: target_session_attrs şunlardan biri olmalı: ${kinds.join(', ')}.`)
  return kind
}

function take(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name) ?? undefined
  parameters.delete(name)
  return value
}
