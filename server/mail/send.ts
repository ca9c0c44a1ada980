import type { Transporter } from 'nodemailer'

import { mailMessages, refusedBy } from '#shared/mail/rules.ts'

import type { ClaimedMail, Outcome } from './queue.ts'

/** The server that takes the mails (SMTP_URL), and their sender's address (MAIL_FROM). */
export type MailServer = { url: string; from: string }

/** Limits in ms: for a connection, the greeting, each answer, and a whole attempt. */
const LIMITS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  dnsTimeout: 15_000,
}
const WHOLE_MS = 240_000

/** `check` returns what prevents sending, '' for nothing, without sending. */
export type Sender = {
  send: (mail: ClaimedMail) => Promise<Outcome>
  check: () => Promise<string>
  close: () => void
}

/** Returns the sender of mails. A name or password goes to another machine only through TLS. */
export async function openSender(
  { url, from }: MailServer,
  limits: Partial<typeof LIMITS> = {},
): Promise<Sender> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: requiresTls(url),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...LIMITS,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const check = async () => {
    try {
      await transport.verify()
      return ''
    } catch (error) {
      const outcome = outcomeOf(error as SendError)
      return outcome.state === 'sent' ? '' : outcome.error
    }
  }
  return { send: (mail) => attempt(transport, mail, from), check, close: () => transport.close() }
}

/** Returns whether the server's name and password would leave this machine in clear. */
export function requiresTls(url: string): boolean {
  const { hostname, username } = new URL(url)
  return username !== '' && !LOOPBACK.test(hostname)
}

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

async function attempt(transport: Transporter, mail: ClaimedMail, from: string): Promise<Outcome> {
  const { shop_id, id, created_at, recipient, subject, body, sender, replyTo } = mail
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const sending = transport.sendMail({
    from: { name: withoutControls(sender), address: from },
    to: { name: '', address: recipient },
    ...(replyTo !== '' && { replyTo: { name: withoutControls(sender), address: replyTo } }),
    subject: withoutControls(subject),
    text: body,
    // The same in every attempt: a mailbox that got the mail twice may show it once. A bounce to the operator quotes it.
    messageId: `<${shop_id}.${id}.${created_at.getTime()}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('attempt took too long')), WHOLE_MS)
  try {
    await Promise.race([sending, late.promise])
    return { state: 'sent' }
  } catch (error) {
    return outcomeOf(error as SendError)
  } finally {
    clearTimeout(timer)
    sending.catch(() => undefined)
  }
}

const withoutControls = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

type SendError = { code?: string; responseCode?: number; command?: string; response?: string }

/**
 * Returns what a failed attempt means. Only a refusal of this address or text for good ends the attempts; a refused
 * sender is the operator's to correct.
 */
export function outcomeOf({ code, responseCode = 0, command, response = '' }: SendError): Outcome {
  if (code === 'EAUTH') return { state: 'retry', error: mailMessages.loginRefused }
  if (responseCode === 0) return { state: 'retry', error: mailMessages.unreachable }
  const isAddress = code === 'EENVELOPE' && command === 'RCPT TO'
  const isText = code === 'EMESSAGE' || command === 'DATA'
  const error = refusedBy(isAddress ? 'adresi' : isText ? 'mesajı' : 'göndereni', responseCode)
  if (responseCode < 500 || !(isAddress || isText)) return { state: 'retry', error }
  return { state: 'failed', error: reasonOf(response) ?? error }
}

/** Returns the reason that a server's enhanced status code gives (RFC 3463). */
function reasonOf(response: string): string | undefined {
  const status = /^\d{3}[ -]5\.(\d\.\d{1,3})(?!\d)/m.exec(response)?.[1]
  if (status === '1.1' || status === '1.10' || status === '1.3') return mailMessages.noAddress
  return status === '2.2' ? mailMessages.fullBox : undefined
}
