import { formatTL, type Kurus } from '#shared/money.ts'

/** The reminder of a shop that has written none; `{ad}`, `{tutar}` and `{firma}` are replaced. */
export const USUAL_REMINDER =
  'Merhaba {ad}, {firma} hesabınızda {tutar} bakiye görünüyor. Uygun olduğunuzda ödemenizi rica ederiz. İyi günler.'

/** Returns a reminder of a debt, by the shop's text or else the usual one. */
export function reminderText(
  { name, total_kurus }: { name: string; total_kurus: Kurus },
  { company, text }: { company: string; text: string },
): string {
  const words: Readonly<Record<string, string>> = {
    '{ad}': name,
    '{tutar}': formatTL(total_kurus),
    '{firma}': company,
  }
  return (text.trim() || USUAL_REMINDER).replaceAll(/\{(?:ad|tutar|firma)\}/g, (word) => words[word] ?? word)
}
