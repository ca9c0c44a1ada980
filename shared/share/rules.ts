import { BASE_PATH } from '#shared/base.ts'
import { isolated } from '#shared/bidi.ts'
import { whatsAppChat } from '#shared/phone.ts'

/** Days for which a link is open. */
export const SHARE_DAYS = 30

/** The most open links of a record. */
export const MAX_OPEN_SHARES = 50

/** The path of public pages, below which each token has its own. */
export const PUBLIC_PATH = `${BASE_PATH}/p`

/** Returns the path of the public page with this token. */
export const sharePath = (token: string): string => `${PUBLIC_PATH}/${token}`

/** The facts of a message to the customer. */
type Message = { company: string; plate: string; address: string }

/** Returns the message with which a shop sends the link of a record. */
export function shareText({ company, plate, address }: Message): string {
  const car = plate === '' ? 'aracınızın' : `${isolated(plate)} plakalı aracınızın`
  return `${fromShop(company)}${car} servis fişi\n${address}`
}

/** Returns the message with the link of a quote. */
export function quoteText({ company, plate, address }: Message): string {
  const car = plate === '' ? 'aracınız' : `${isolated(plate)} plakalı aracınız`
  return `${fromShop(company)}${car} için teklifimiz. Bağlantıda görüp onaylayabilirsiniz.\n${address}`
}

/** Returns the message with the link of a car's history. */
export function historyText({ company, plate, address }: Message): string {
  const car = plate === '' ? 'aracınızın' : `${isolated(plate)} plakalı aracınızın`
  return `${fromShop(company)}${car} servis geçmişi\n${address}`
}

/** Returns the message with the link of a customer's statement of a day, '21.11.2026'. */
export const statementText = ({
  company,
  day,
  address,
}: {
  company: string
  day: string
  address: string
}): string => `${fromShop(company)}${day} tarihli hesap ekstreniz\n${address}`

const fromShop = (company: string): string => (company === '' ? '' : `${isolated(company)}: `)

/**
 * Returns the address that opens WhatsApp with a text: in the chat with a mobile number, or where the user chooses the
 * chat for any other phone.
 */
export const whatsAppAddress = (phone: string, text: string): string =>
  whatsAppChat(phone, text) ?? `https://wa.me/?text=${encodeURIComponent(text)}`

/**
 * Returns the first name of a customer, the only part of the name on a public page: the first letters, after the comma of
 * 'Surname, Name'; '' for a text without letters, such as a phone.
 */
export function firstName(name: string): string {
  const [before, after = before] = name.split(',')
  return /[\p{L}\p{M}’'-]+/u.exec(after ?? '')?.[0] ?? ''
}
