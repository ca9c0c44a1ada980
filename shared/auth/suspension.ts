import { isolated } from '#shared/bidi.ts'

/** The field of a refusal that tells the page that the whole shop is suspended. */
export const SUSPENDED_FIELD = 'suspended'

/** Returns the message for the users of a suspended shop. `reason` is the administrator's sentence, '' without one. */
export function suspendedWords(reason: string, supportEmail: string): string {
  const sentences = [
    'Hesabınız geçici olarak durduruldu.',
    reason === '' || /[.!?…]$/.test(reason) ? isolated(reason) : `${isolated(reason)}.`,
    'Kayıtlarınız duruyor.',
    `Bilgi için ${supportEmail} adresine yazın.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
