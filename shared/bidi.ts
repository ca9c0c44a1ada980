/** Letters that are written from right to left, and the signs that set a direction. */
const TURNING =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Whether a text can change the order of what stands beside it. */
export const isTurning = (text: string): boolean => TURNING.test(text)

const [ISOLATE, END] = ['\u2068', '\u2069']
/** Draws nothing, as the sign in whose place it stands. */
const NOTHING = '\u2060'

/**
 * A text that stays within the isolate around it: an end sign of its own would end that isolate, also a `<bdi>`. Signs
 * without a counterpart lose their effect; the length stays.
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

/** A typed text as a part of a sentence, a title or a label, whose order it does not change. */
export const isolated = (text: string): string =>
  isTurning(text) ? `${ISOLATE}${withinIsolate(text)}${END}` : text

/** The texts that are not empty, each isolated, with a separator between them. */
export const joinIsolated = (
  separator: string,
  texts: readonly (string | number | null | undefined)[],
): string =>
  texts
    .filter((text) => text !== '' && text !== null && text !== undefined)
    .map((text) => isolated(String(text)))
    .join(separator)
