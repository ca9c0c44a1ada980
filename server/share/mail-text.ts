import { formatPhone } from '#shared/phone.ts'
import { historyText, quoteText, SHARE_DAYS, shareText, statementText } from '#shared/share/rules.ts'

import type { Subject } from './subjects.ts'

const TITLES = {
  record: 'Servis fişiniz',
  quote: 'Teklifiniz',
  vehicle: 'Araç geçmişiniz',
  statement: 'Hesap ekstreniz',
} as const

type Facts = {
  company: { name: string; tel: string }
  subject: Subject
  address: string
  /** The day of a statement, '21.11.2026'. */
  day: string
}

/** Returns the subject and the text of an e-mail with a link. Answers would reach the operator, so it names the phone. */
export function mailText({ company, subject: { isQuote = false, plate, ...subject }, address, day }: Facts) {
  const kind = isQuote ? 'quote' : subject.kind
  const { name, tel } = company
  const facts = { company: name, plate, address }
  const text = {
    record: () => shareText(facts),
    quote: () => quoteText(facts),
    vehicle: () => historyText(facts),
    statement: () => statementText({ company: name, day, address }),
  }
  const phone = tel === '' ? '' : ` Sorularınız için: ${formatPhone(tel)}.`
  return {
    subject: name === '' ? TITLES[kind] : `${TITLES[kind]} – ${name}`,
    body: `${text[kind]()}\n\nBağlantı ${SHARE_DAYS} gün açıktır. Bu e-postayı yanıtlamayın.${phone}\n`,
  }
}
