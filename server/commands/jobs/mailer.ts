import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'

import { claimMail, type ClaimedMail, finishMail, type Outcome } from '#server/mail/queue.ts'
import { type MailServer, openSender, type Sender } from '#server/mail/send.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { withTimeout } from '#server/platform/lib/deadline.ts'
import type { Logger } from '#server/platform/lib/logger.ts'
import { mailMessages } from '#shared/mail/rules.ts'

const POLL_MS = 5_000
/** An attempt that runs at the stop gets this long, in ms; otherwise the lease ends and another process repeats it. */
const STOP_MS = 2_000

type Mailing = { db: Kysely<DB>; log: Logger; clock?: () => Date }

/** Sends the queued mails of all shops, one after the other, until `stop`. Several processes may do so at once. */
export function startMailer(mailing: Mailing, server: MailServer | undefined): { stop: () => Promise<void> } {
  if (server === undefined) return { stop: () => Promise.resolve() }
  const stopping = new AbortController()
  let sender: Sender | undefined
  const run = async () => {
    sender = await openSender(server)
    while (!stopping.signal.aborted) {
      try {
        await sendDue(mailing, sender, stopping.signal)
      } catch (error) {
        mailing.log.error({ err: error }, 'queue of mails not read')
      }
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run().catch((error: unknown) => mailing.log.error({ err: error }, 'mailer stopped'))
  return {
    stop: async () => {
      stopping.abort()
      await withTimeout(running, STOP_MS, () => new Error('a mail was left unfinished')).catch(
        ({ message }: Error) => mailing.log.warn(message),
      )
      sender?.close()
    },
  }
}

/** Sends all mails that are due. Neither address nor text nor the server's words are logged. */
export async function sendDue(
  { db, log, clock = () => new Date() }: Mailing,
  sender: Pick<Sender, 'send'>,
  stop?: AbortSignal,
): Promise<void> {
  for (;;) {
    const mail = stop?.aborted === true ? undefined : await claimMail(db, clock())
    if (mail === undefined) return
    const outcome = refusalOf(mail) ?? (await sender.send(mail))
    await finishMail(db, mail, { outcome, now: clock() })
    const { shop_id: shop, id, attempts } = mail
    if (outcome.state !== 'sent')
      log.warn({ shop, mail: id, attempts, state: outcome.state, reason: outcome.error }, 'mail not sent')
  }
}

/** Returns why a mail is not sent now, or not at all; `null` for one that is sent. */
function refusalOf({ isOpen, isLate, isSuspended }: ClaimedMail): Outcome | null {
  const { ended, late, suspended, suspendedLate } = mailMessages
  if (!isOpen) return { state: 'failed', error: ended }
  if (isLate) return { state: 'failed', error: isSuspended ? suspendedLate : late }
  return isSuspended ? { state: 'wait', error: suspended } : null
}
