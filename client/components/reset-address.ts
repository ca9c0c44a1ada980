import { isolated } from '#shared/bidi.ts'
import { BASE_PATH } from '#shared/base.ts'
import { whatsAppChat } from '#shared/phone.ts'

/**
 * Returns the address at which a user sets a new password. The token is in the fragment, which browsers never send: no
 * log, proxy or messenger's preview sees it (decision 26).
 */
export const resetAddress = (origin: string, token: string): string => `${origin}${BASE_PATH}/parola#${token}`

/** Returns an address that opens WhatsApp with a message to the user; `null` if the phone cannot receive messages. */
export function whatsAppAddress(
  phone: string,
  { username, address, until }: { username: string; address: string; until: string },
): string | null {
  return whatsAppChat(
    phone,
    `Merhaba, ${isolated(username)} kullanıcısının yeni parolasını bu bağlantıda belirleyebilirsiniz. ${until} tarihine kadar, bir kez kullanılır:\n${address}`,
  )
}
