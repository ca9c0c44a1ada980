import { isolated } from '#shared/bidi.ts'

/** The field of a refusal by which the page knows that the whole shop is suspended. */
export const SUSPENDED_FIELD = 'suspended'

/** What the people of a suspended shop are told; `reason` is the administrator's sentence, '' without one. */
export function suspendedWords(reason: string, supportEmail: string): string {
  const sentences = [
    'Hesabınız geçici olarak durduruldu.',
    reason === '' || /[.!?…]$/.test(reason) ? isolated(reason) : `${isolated(reason)}.`,
    'Kayıtlarınız duruyor.',
    `Bilgi için ${supportEmail} adresine yazın.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
