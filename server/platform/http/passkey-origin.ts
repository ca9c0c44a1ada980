/** Parsing a URL takes longer, and each request asks. */
const MAY_BE_LOCALHOST = /\/\/localhost\b/i
const IS_IPV4 = /^[\d.]+$/
const DEFAULT_PORTS: Record<string, number | undefined> = { 'http:': 80, 'https:': 443 }

/**
 * Returns the origin at which browsers allow passkeys, `null` where they do not: over https under a name, or on
 * localhost (WebAuthn 3, 5.1.3 and 13.4.9). `port` received the request. Unless `origin` is configured (PUBLIC_URL) it
 * comes from the Host header, which any caller can choose.
 */
export function passkeyOriginOf(
  origin: string,
  { isConfigured, port }: { isConfigured: boolean; port: number | undefined },
): string | null {
  if ((!isConfigured && !MAY_BE_LOCALHOST.test(origin)) || !URL.canParse(origin)) return null
  const { protocol, hostname, port: named, origin: own } = new URL(origin)
  if (hostname === 'localhost') {
    // Another program of the machine has the same RP id at another port.
    const reached = named === '' ? DEFAULT_PORTS[protocol] : Number(named)
    return isConfigured || (reached !== undefined && reached === port) ? own : null
  }
  const isName = hostname !== '' && !IS_IPV4.test(hostname) && !hostname.startsWith('[')
  return isConfigured && protocol === 'https:' && isName ? own : null
}
