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

/** What no text may hold, as runs. */
const FORBIDDEN_RUNS = /(?:[^\P{Cc}\n\r]|\p{Cs})+/gu

/** The text with a space for each run of characters that the server refuses (decisions: limits). */
export function withoutControls(text: string): string {
  return isCleanText(text) ? text : text.replace(FORBIDDEN_RUNS, ' ')
}
