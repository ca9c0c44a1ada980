/** Right-to-left letters and direction signs. */
const TURNING =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Returns whether a text can change the order of the text beside it. */
export const isTurning = (text: string): boolean => TURNING.test(text)

const [ISOLATE, END] = ['\u2068', '\u2069']
/** The replacement of an unmatched sign: it is as invisible as the sign itself. */
const NOTHING = '\u2060'

/**
 * Returns the text with its unmatched direction signs neutralised: an unmatched end sign would end the isolate around
 * the text, also a `<bdi>`. The length stays the same.
 */
export function withinIsolate(text: string): string {
  const signs = [...text.matchAll(/[\u2066-\u2069]/g)]
  const open: number[] = []
  const alone = new Set<number>()
  for (const { 0: sign, index } of signs) {
    if (sign !== END) open.push(index)
    else if (open.pop() === undefined) alone.add(index)
  }
  for (const index of open) alone.add(index)
  return text.replace(/[\u2066-\u2069]/g, (sign, index: number) => (alone.has(index) ? NOTHING : sign))
}

/** Returns the text as a part of a sentence, a title or a label whose order it cannot change. */
export const isolated = (text: string): string =>
  isTurning(text) ? `${ISOLATE}${withinIsolate(text)}${END}` : text

/** Joins the texts that are not empty, each isolated, with a separator. */
export const joinIsolated = (
  separator: string,
  texts: readonly (string | number | null | undefined)[],
): string =>
  texts
    .filter((text) => text !== '' && text !== null && text !== undefined)
    .map((text) => isolated(String(text)))
    .join(separator)
