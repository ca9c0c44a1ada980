import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import * as z from 'zod/mini'

import { PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isPasswordTooLong, passwordLength } from '#shared/password.ts'

import { StartupError } from './platform/lib/startup-error.ts'
import { parseDatabaseUrl } from './platform/db/database-url.ts'

/** The placeholder for an address that the operator has not set. */
export const NO_SUPPORT_EMAIL = 'destek@example.com'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** More processes than any machine of a repair shop has cores. */
const MAX_WORKERS = 64
/** A thief can test any number of passphrases against a stolen backup. */
const MIN_PASSPHRASE = 12
const WORKERS_RULE = `1 ile ${MAX_WORKERS} arasında bir sayı ya da auto olmalı`

const PORT_RULE = '0 ile 65535 arasında bir sayı olmalı'
const portText = z.string().check(z.regex(/^\d{1,5}$/, PORT_RULE))
const portNumber = z.pipe(z.transform(Number), z.number().check(z.lte(65535, PORT_RULE)))

/** Returns the schema of a text that satisfies `isValid`; `rule` is its message. */
const textThat = (isValid: (value: string) => boolean, rule: string) =>
  z.string().check(z.refine(isValid, rule))

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
    textThat(
      (value) => URL.canParse(value) && /^https?:\/\/[^/]+\/?$/.test(value),
      'https://panel.ornek.com biçiminde, yolu olmayan bir adres olmalı',
    ),
  ),
  TRUST_PROXY: z.pipe(
    z._default(
      textThat(
        (value) => parseAddresses(value) !== null,
        'virgülle ayrılmış IP adresleri ya da ağlar olmalı',
      ),
      '',
    ),
    z.transform((value: string) => parseAddresses(value) ?? new BlockList()),
  ),
  SMTP_URL: z.optional(
    textThat(
      (value) => URL.canParse(value) && /^smtps?:\/\/[^/?#]+\/?$/.test(value),
      'smtp://kullanıcı:parola@posta.ornek.com:587 ya da smtps:// biçiminde olmalı',
    ),
  ),
  MAIL_FROM: z.optional(z.email('bir e-posta adresi olmalı')),
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

export type Config = ReturnType<typeof readConfig>

/** Returns the configuration of the running process: its environment, completed from a .env file in its folder. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** Reads the environment. Throws StartupError that names the variable and its fault, but not the secret value. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartupError(`${String(issue?.path[0])}: ${issue?.message ?? 'geçersiz'}.`)
  }
  const value = parsed.data
  checkDatabases(value)
  checkMail(value)
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    /** The same database as a role under row-level security, which serves the requests. */
    databaseRequestUrl: value.DATABASE_REQUEST_URL,
    /** A streaming standby of that database, from which lists are read (decision 36). */
    databaseReplicaUrl: value.DATABASE_REPLICA_URL,
    /** Whether the embedded server enforces row-level security for requests (decision 27). */
    rowSecurity: value.ROW_SECURITY === 'on',
    dataDir: value.DATA_DIR,
    admin: { username: value.ADMIN_USERNAME, password: value.ADMIN_PASSWORD },
    /** Whether administrators must have a second factor (decision 30). */
    adminFactorRequired: value.ADMIN_SECOND_FACTOR === 'required',
    /** Origin under which browsers reach us when a proxy stands in front ('https://panel.ornek.com'). */
    publicOrigin: value.PUBLIC_URL === undefined ? undefined : new URL(value.PUBLIC_URL).origin,
    /** Peers whose X-Forwarded-* headers count. */
    trustProxy: value.TRUST_PROXY,
    /** The server and sender of e-mails with links; undefined sends none. */
    mailServer:
      value.SMTP_URL && value.MAIL_FROM ? { url: value.SMTP_URL, from: value.MAIL_FROM } : undefined,
    /** The origin of links in e-mails; undefined where none are sent. */
    mailOrigin: value.SMTP_URL && value.PUBLIC_URL && new URL(value.PUBLIC_URL).origin,
    supportEmail: value.SUPPORT_EMAIL,
    backupPassphrase: value.BACKUP_PASSPHRASE,
    /** Port of `/metrics` on the loopback address; undefined serves none. */
    metricsPort: value.METRICS_PORT,
    /** Processes that serve requests; with 1 there is only this one. */
    workers: value.WORKERS,
    logLevel: value.LOG_LEVEL,
  }
}

/** Throws StartupError unless the addresses of the databases are valid and fit together. */
function checkDatabases(value: z.output<typeof variables>): void {
  const { DATABASE_URL: owner, ROW_SECURITY } = value
  if (owner !== undefined) parseDatabaseUrl(owner)
  for (const name of ['DATABASE_REQUEST_URL', 'DATABASE_REPLICA_URL'] as const) {
    const url = value[name]
    if (url === undefined) continue
    const { pgbouncer } = parseDatabaseUrl(url, name)
    if (owner === undefined) throw new StartupError(`${name}: yalnızca DATABASE_URL ile birlikte verilir.`)
    // Behind pgbouncer each statement could reach another server.
    if (url === value.DATABASE_REPLICA_URL && pgbouncer === true)
      throw new StartupError('DATABASE_REPLICA_URL: pgbouncer değil, kopyanın kendi adresi olmalı.')
  }
  if (ROW_SECURITY === 'on' && owner !== undefined && value.DATABASE_REQUEST_URL === undefined)
    throw new StartupError('ROW_SECURITY: DATABASE_URL ile birlikte DATABASE_REQUEST_URL gerekir.')
}

/** Throws StartupError for e-mail without a sender or, for its links, without the panel's own address. */
function checkMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: z.output<typeof variables>): void {
  if (SMTP_URL === undefined && MAIL_FROM !== undefined)
    throw new StartupError('MAIL_FROM: yalnızca SMTP_URL ile birlikte verilir.')
  if (SMTP_URL === undefined) return
  if (MAIL_FROM === undefined) throw new StartupError('SMTP_URL: MAIL_FROM da gerekir.')
  if (PUBLIC_URL === undefined)
    throw new StartupError('SMTP_URL: e-postadaki bağlantılar için PUBLIC_URL da gerekir.')
}

/** Returns the comma-separated addresses and networks; null if one of them is neither. */
function parseAddresses(value: string): BlockList | null {
  const list = new BlockList()
  for (const part of value.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const version = isIP(address)
    if (version === 0 || Number(bits ?? 0) > (version === 6 ? 128 : 32)) return null
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
