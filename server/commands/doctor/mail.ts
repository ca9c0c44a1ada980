import type { Config } from '#server/config.ts'
import { openSender } from '#server/mail/send.ts'

import { failure, type Finding, okFinding } from './finding.ts'

const LIMITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000, dnsTimeout: 5_000 }

/** Checks whether the server of e-mails takes a connection and the login; nothing without one. */
export async function* checkMailServer({ mailServer }: Pick<Config, 'mailServer'>): AsyncGenerator<Finding> {
  if (mailServer === undefined) return
  const sender = await openSender(mailServer, LIMITS)
  const problem = await sender.check()
  sender.close()
  yield problem === ''
    ? okFinding('E-posta sunucusuna ulaşıldı.')
    : failure(`${problem} SMTP_URL doğru mu? E-postalar sırada bekler, iki gün sonra bırakılır.`)
}
