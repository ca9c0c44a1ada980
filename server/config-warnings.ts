import { BlockList } from 'node:net'

import { PASSWORD_GOOD_LENGTH, PASSWORD_MIN_SCORE, passwordLength, passwordScore } from '#shared/password.ts'
import { foldUserName } from '#shared/turkish.ts'

import type { Config } from './config.ts'
import { isTrustedProxy } from './platform/http/client-address.ts'

/** Passwords that attackers guess first, although some of them score well. */
const COMMON = new Set(
  `password1 password1! password123 p@ssw0rd parola1 parola123 parola-1234 sifre123 şifre123 admin123 admin1234
  admin123! admin@123 qwerty123 asdf1234 abc12345 otoservis1 otoservis123`
    .split(/\s+/)
    .map(foldUserName),
)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns a Turkish message for each risk of the configuration; the panel starts all the same. */
export function configWarnings(config: Config): string[] {
  const { admin, publicOrigin, trustProxy } = config
  const warnings: string[] = []
  if (publicOrigin !== undefined && trustProxy.rules.length === 0)
    warnings.push(
      'Uyarı: PUBLIC_URL verilmiş, TRUST_PROXY verilmemiş. Bütün kullanıcılar vekil sunucunun adresinden gelmiş sayılır; hatalı parola sınırını birlikte doldururlar.',
    )
  if (admin.password !== undefined && isReachable(config) && isWeak(admin.password, admin.username))
    warnings.push(
      'Uyarı: ADMIN_PASSWORD kolay tahmin edilir ve panele ağdan ulaşılabiliyor. Daha güçlü bir parola belirleyin.',
    )
  const databases = { DATABASE_URL: config.databaseUrl, DATABASE_REPLICA_URL: config.databaseReplicaUrl }
  for (const [name, url] of Object.entries(databases))
    if (url !== undefined && isRemoteInClear(url))
      warnings.push(
        `Uyarı: ${name} başka bir makineyi gösteriyor ve sslmode=verify-full içermiyor. Veriler ve parola ağda açık gidebilir.`,
      )
  return warnings
}

/** Returns whether data crosses a network unencrypted. A host name without a dot is a container of this machine. */
function isRemoteInClear(databaseUrl: string): boolean {
  if (/[?&]sslmode=verify-full\b/.test(databaseUrl)) return false
  const hosts = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(databaseUrl.trim())?.[1] ?? ''
  const named = /[?&]host=([^&]*)/.exec(databaseUrl)?.[1]
  return (named === undefined ? hosts : decodeURIComponent(named)).split(',').some((one) => {
    const host = one.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
    return /[.:]/.test(host) && !host.startsWith('/') && !isLoopback(host)
  })
}

/** Returns whether other machines can reach the panel, directly or through a proxy. */
const isReachable = ({ host, publicOrigin }: Config): boolean =>
  !isLoopback(host) ||
  (publicOrigin !== undefined && !isLoopback(new URL(publicOrigin).hostname.replace(/^\[|\]$/g, '')))

/** Returns whether only programs of the same machine reach that address. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isTrustedProxy(host, loopback)

function isWeak(password: string, username = 'admin'): boolean {
  const folded = foldUserName(password)
  return (
    passwordLength(password) < PASSWORD_GOOD_LENGTH ||
    passwordScore(password) < PASSWORD_MIN_SCORE ||
    folded === foldUserName(username) ||
    COMMON.has(folded)
  )
}
