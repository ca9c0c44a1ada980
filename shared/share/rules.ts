import { BASE_PATH } from '#shared/base.ts'
import { whatsAppChat } from '#shared/phone.ts'

/** Days for which a link is open. */
export const SHARE_DAYS = 30

/** The most open links of a record. */
export const MAX_OPEN_SHARES = 50

/** The path of public pages, below which each token has its own. */
export const PUBLIC_PATH = `${BASE_PATH}/p`

/** Returns the path of the public page with this token. */
export const sharePath = (token: string): string => `${PUBLIC_PATH}/${token}`

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
