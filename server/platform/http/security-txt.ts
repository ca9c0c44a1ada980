const DAY_MS = 86_400_000
/** RFC 9116 advises less than a year. */
const VALID_DAYS = 180

type Place = { now: Date; publicOrigin: string | undefined }

/** The contact for reports of vulnerabilities, and until when it is valid (RFC 9116). */
export function securityTxt(email: string, { now, publicOrigin }: Place): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString().replace(/\.\d+/, '')
  const lines = [`Contact: mailto:${email}`, `Expires: ${expires}`, 'Preferred-Languages: tr, en']
  if (publicOrigin !== undefined) lines.push(`Canonical: ${publicOrigin}/.well-known/security.txt`)
  return `${lines.join('\n')}\n`
}
