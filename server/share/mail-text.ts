import { type BaseCtx, today } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { readMessageTexts } from '#server/settings/message-texts.ts'
import { formatDay } from '#shared/date.ts'
import { messageParts } from '#shared/message/texts.ts'
import { formatPhone } from '#shared/phone.ts'
import { SHARE_DAYS } from '#shared/share/rules.ts'

import type { Subject } from './subjects.ts'

const TITLES = {
  record: 'Servis fişiniz',
  quote: 'Teklifiniz',
  vehicle: 'Araç geçmişiniz',
  statement: 'Hesap ekstreniz',
} as const

const kindOf = ({ isQuote = false, kind }: Subject) => (isQuote ? 'quote' : kind)

/** Returns the parts of the shop's message about a thing, between which the link's address stands. */
export async function messageOf(
  ctx: BaseCtx & ShopCtx,
  subject: Subject,
  company: string,
): Promise<string[]> {
  const kind = kindOf(subject)
  const values = { ad: subject.name, plaka: subject.plate, tarih: formatDay(today(ctx)), firma: company }
  return messageParts(kind, (await readMessageTexts(ctx))[kind], values)
}

type Facts = {
  company: { name: string; tel: string }
  subject: Subject
  message: string
  /** The shop's address for answers; '' if they reach the operator. */
  replyTo: string
}

/** Returns the subject and the text of an e-mail with a link. Answers reach the shop only with its own address. */
export function mailText({ company: { name, tel }, subject, message, replyTo }: Facts) {
  const title = TITLES[kindOf(subject)]
  const phone = tel === '' ? '' : ` Sorularınız için: ${formatPhone(tel)}.`
  return {
    subject: name === '' ? title : `${title} – ${name}`,
    body: `${message}\n\nBağlantı ${SHARE_DAYS} gün açıktır.${replyTo === '' ? ' Bu e-postayı yanıtlamayın.' : ''}${phone}\n`,
  }
}
