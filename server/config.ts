import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import * as z from 'zod/mini'

import { PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isPasswordTooLong, passwordLength } from '#shared/password.ts'

import { StartupError } from './platform/lib/startup-error.ts'
import { parseDatabaseUrl } from './platform/db/database-url.ts'

/** Nobody's address: the operator has named none. */
export const NO_SUPPORT_EMAIL = 'destek@example.com'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** More processes than any machine of a repair shop has cores. */
const MAX_WORKERS = 64
/** A stolen file can be tried against as many words as its thief likes. */
const MIN_PASSPHRASE = 12
const WORKERS_RULE = `1 ile ${MAX_WORKERS} arasında bir sayı ya da auto olmalı`

const PORT_RULE = '0 ile 65535 arasında bir sayı olmalı'
const portText = z.string().check(z.regex(/^\d{1,5}$/, PORT_RULE))
const portNumber = z.pipe(z.transform(Number), z.number().check(z.lte(65535, PORT_RULE)))

/** The rule of each variable; its message completes '<NAME>: ...'. An empty value counts as unset. */
const variables = z.object({
  PORT: z.pipe(z._default(portText, '3000'), portNumber),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/, 'bir adres olmalı (ör. 127.0.0.1)')), '127.0.0.1'),
  DATABASE_URL: z.optional(z.string()),
  DATABASE_REQUEST_URL: z.optional(z.string()),
  DATABASE_REPLICA_URL: z.optional(z.string()),
  ROW_SECURITY: z._default(z.enum(['on', 'off'], 'on ya da off olmalı'), 'off'),
  DATA_DIR: z.pipe(
    z._default(z.string(), './data'),
    z.transform((value: string) => resolve(value)),
  ),
  ADMIN_USERNAME: z.optional(z.string().check(z.maxLength(200, 'en fazla 200 karakter olmalı'))),
  ADMIN_PASSWORD: z.optional(
    z.string().check(
      z.refine(
        (value) => passwordLength(value) >= PASSWORD_MIN_LENGTH,
        `en az ${PASSWORD_MIN_LENGTH} karakter olmalı`,
      ),
      z.refine((value) => !isPasswordTooLong(value), 'en fazla 200 karakter olmalı'),
    ),
  ),
  ADMIN_SECOND_FACTOR: z._default(
    z.enum(['required', 'optional'], 'required ya da optional olmalı'),
    'optional',
  ),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && /^https?:\/\/[^/]+\/?$/.test(value),
          'https://panel.ornek.com biçiminde, yolu olmayan bir adres olmalı',
        ),
      ),
  ),
  TRUST_PROXY: z.pipe(
    z._default(
      z.string().check(z.refine(areAddresses, 'virgülle ayrılmış IP adresleri ya da ağlar olmalı')),
      '',
    ),
    z.transform(blockListOf),
  ),
  SUPPORT_EMAIL: z._default(z.email('bir e-posta adresi olmalı'), NO_SUPPORT_EMAIL),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(MIN_PASSPHRASE, `en az ${MIN_PASSPHRASE} karakter olmalı`)),
  ),
  METRICS_PORT: z.optional(z.pipe(portText, portNumber)),
  WORKERS: z.pipe(
    z._default(z.string().check(z.regex(/^(auto|[1-9]\d?)$/, WORKERS_RULE)), '1'),
    z.pipe(
      z.transform((value: string) =>
        value === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(value),
      ),
      z.number().check(z.lte(MAX_WORKERS, WORKERS_RULE)),
    ),
  ),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `şunlardan biri olmalı: ${LOG_LEVELS.join(', ')}`), 'info'),
})

export type Config = {
  port: number
  host: string
  databaseUrl: string | undefined
  /** The same database as a role under row-level security, which serves the requests. */
  databaseRequestUrl: string | undefined
  /** A streaming standby of that database, from which lists are read (decision 36). */
  databaseReplicaUrl: string | undefined
  /** Whether the embedded server also checks whose rows a request may touch (decision 27). */
  rowSecurity: boolean
  dataDir: string
  admin: { username: string | undefined; password: string | undefined }
  /** Whether administrators must have a second factor (decision 30). */
  adminFactorRequired: boolean
  /** Origin under which browsers reach us when a proxy stands in front ('https://panel.ornek.com'). */
  publicOrigin: string | undefined
  /** Peers whose X-Forwarded-* headers count. */
  trustProxy: BlockList
  supportEmail: string
  /** Backups are encrypted with it. */
  backupPassphrase: string | undefined
  /** Where `/metrics` is served, on the loopback address; not at all without it. */
  metricsPort: number | undefined
  /** Processes that serve requests; with 1 there is no other process than this one. */
  workers: number
  logLevel: string
}

/** The configuration of the running process: its environment, and what a .env file in its folder adds. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/**
 * Reads and checks the environment, once. Throws StartupError with one line that names the variable and what is
 * wrong; it does not repeat the value, which may be a secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartupError(`${String(issue?.path[0])}: ${issue?.message ?? 'geçersiz'}.`)
  }
  const value = parsed.data
  checkDatabases(value)
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    databaseRequestUrl: value.DATABASE_REQUEST_URL,
    databaseReplicaUrl: value.DATABASE_REPLICA_URL,
    rowSecurity: value.ROW_SECURITY === 'on',
    dataDir: value.DATA_DIR,
    admin: { username: value.ADMIN_USERNAME, password: value.ADMIN_PASSWORD },
    adminFactorRequired: value.ADMIN_SECOND_FACTOR === 'required',
    publicOrigin: value.PUBLIC_URL === undefined ? undefined : new URL(value.PUBLIC_URL).origin,
    trustProxy: value.TRUST_PROXY,
    supportEmail: value.SUPPORT_EMAIL,
    backupPassphrase: value.BACKUP_PASSPHRASE,
    metricsPort: value.METRICS_PORT,
    workers: value.WORKERS,
    logLevel: value.LOG_LEVEL,
  }
}

/** The addresses are checked by the database layer, whose message does not repeat them. */
function checkDatabases(value: z.output<typeof variables>): void {
  const { DATABASE_URL: owner, DATABASE_REQUEST_URL: requests, ROW_SECURITY } = value
  const { DATABASE_REPLICA_URL: replica } = value
  if (owner !== undefined) parseDatabaseUrl(owner)
  for (const [name, url] of Object.entries({
    DATABASE_REQUEST_URL: requests,
    DATABASE_REPLICA_URL: replica,
  })) {
    if (url === undefined) continue
    const { pgbouncer } = parseDatabaseUrl(url, name)
    if (owner === undefined) throw new StartupError(`${name}: yalnızca DATABASE_URL ile birlikte verilir.`)
    // Which server answers the next statement is then not known.
    if (url === replica && pgbouncer === true)
      throw new StartupError('DATABASE_REPLICA_URL: pgbouncer değil, kopyanın kendi adresi olmalı.')
  }
  if (ROW_SECURITY === 'on' && owner !== undefined && requests === undefined)
    throw new StartupError('ROW_SECURITY: DATABASE_URL ile birlikte DATABASE_REQUEST_URL gerekir.')
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function areAddresses(value: string): boolean {
  return listed(value).every((part) => {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    return (
      version !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
  })
}

function blockListOf(value: string): BlockList {
  const list = new BlockList()
  for (const part of listed(value)) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
