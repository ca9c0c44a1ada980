import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldName, foldPlain } from '#shared/turkish.ts'
import { vinKey } from '#shared/vehicle.ts'
import { phoneKey } from '#shared/phone.ts'

/** By what a person is recognised in the change log. */
export type Traces = {
  /** Names, folded: others may be called the same. */
  names: ReadonlySet<string>
  /** Those of them, of several words, that no other customer of the shop has. */
  ownNames: ReadonlySet<string>
  /** Phones, tax numbers, and of cars that are theirs alone plates, chassis and engine numbers, as they are compared. */
  marks: ReadonlySet<string>
  /** Those of them that somebody else has too: a family's phone, a plate that is on another car by now. */
  shared: ReadonlySet<string>
  /** The names of files with their history. */
  files: ReadonlySet<string>
}

export type Facts = {
  names: readonly string[]
  numbers: readonly string[]
  cars: readonly string[]
  files: readonly string[]
  /** What somebody else has of the numbers and of those of the cars, and of the names. */
  others: readonly string[]
  namesakes: readonly string[]
}

/** A phone without an area code; what is shorter ('0', 'yok') stands for nobody. */
export const LEAST_NUMBER = 7
/** '06 A 1': a shorter plate is none. */
export const LEAST_CAR = 4

export function tracesOf({ names, numbers, cars, files, others, namesakes }: Facts): Traces {
  const folded = names.map(foldName).filter((name) => name !== '')
  const taken = new Set(namesakes.map(foldName))
  const marks = [...marksOf(numbers, LEAST_NUMBER), ...marksOf(cars, LEAST_CAR)]
  const theirs = new Set(others.map(markOf))
  return {
    names: new Set(folded),
    ownNames: new Set(folded.filter((name) => name.includes(' ') && !taken.has(name))),
    marks: new Set(marks.filter((mark) => !theirs.has(mark))),
    shared: new Set(marks.filter((mark) => theirs.has(mark))),
    files: new Set(files),
  }
}

/** The key of a phone, tax number, plate, chassis or engine number; '' without a digit, which identifies no one. */
export function markOf(text: string): string {
  const phone = phoneKey(text)
  return phone.startsWith('+') || !/\p{L}/u.test(text) ? phone : vinKey(text)
}
const marksOf = (texts: readonly string[], least: number) =>
  texts.map(markOf).filter((mark) => mark.length >= least)

/** A shorter number may be part of another one. */
const LEAST_CONTAINED = 7

/** Letters and digits, in which a number is found however it is spaced: I is 1 and O is 0, as in the marks of cars. */
const solid = (text: string) =>
  foldPlain(text)
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('i', '1')
    .replace(/[oq]/g, '0')

/** Whether a text has a number or a name of theirs among other words, which nobody else has. */
export function containsMark(text: string, { ownNames, marks }: Traces): boolean {
  const [folded, digits] = [foldName(text), solid(text)]
  return (
    [...ownNames].some((name) => folded.includes(name)) ||
    [...marks]
      .map((mark) => solid(mark.replace(/^\+90/, '')))
      .some((mark) => mark.length >= LEAST_CONTAINED && digits.includes(mark))
  )
}

export type ChangeText = { noun: string; title: string; detail: ChangeDetail }

/** Everything in a row that could name somebody: not work items, which stay in the records too. */
export function namingTexts({ title, detail }: ChangeText): string[] {
  const values = (detail.fields ?? []).flatMap(({ before, after }) => [before, after])
  return [title, ...title.split(' · '), detail.other ?? '', ...values].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** Things that have fields for a person; other texts may name one among other words. */
const WITH_PERSON = ['kayit', 'customer', 'vehicle']

/** Whether a row of the change log is about the person: surely, perhaps, by what others may have too, or not. */
export function mentions(row: ChangeText, traces: Traces): 'surely' | 'perhaps' | 'not' {
  const { names, ownNames, marks, shared, files } = traces
  if (row.noun === 'export') return files.has(row.title) ? 'surely' : 'not'
  const texts = namingTexts(row)
  if (texts.some((text) => marks.has(markOf(text)) || ownNames.has(foldName(text)))) return 'surely'
  if (!WITH_PERSON.includes(row.noun) && texts.some((text) => containsMark(text, traces))) return 'surely'
  return texts.some((text) => names.has(foldName(text)) || shared.has(markOf(text))) ? 'perhaps' : 'not'
}
