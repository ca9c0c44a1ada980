/** Control characters other than line feed and carriage return; a tab is one of them. */
const FORBIDDEN = /[^\P{Cc}\n\r]/u

/**
 * The text as sent, trimmed; `null` when it contains NUL, a lone surrogate or a control character other than line
 * breaks (decisions: limits). Inner white space, line breaks and Unicode form stay as they are.
 */
export function cleanText(text: string): string | null {
  const trimmed = text.trim()
  return isCleanText(trimmed) ? trimmed : null
}

/** True for text without NUL, lone surrogates and control characters other than line breaks. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN.test(text)
}
