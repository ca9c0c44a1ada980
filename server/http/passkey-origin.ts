const IS_IPV4 = /^[\d.]+$/

/**
 * The origin at which browsers let passkeys be used, `null` where they do not: over https under a name, or on
 * localhost (WebAuthn 3, 5.1.3 and 13.4.9). `origin` is the address under which browsers reach us. Unless it is
 * configured (PUBLIC_URL) it is what the request says, which counts for localhost only: anybody can send another name.
 */
export function passkeyOriginOf(origin: string, { isConfigured }: { isConfigured: boolean }): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname, origin: own } = new URL(origin)
  if (hostname === 'localhost') return own
  const isName = hostname !== '' && !IS_IPV4.test(hostname) && !hostname.startsWith('[')
  return isConfigured && protocol === 'https:' && isName ? own : null
}
