import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldName } from '#shared/turkish.ts'
import { vinKey } from '#shared/vehicle.ts'
import { phoneKey } from '#shared/phone.ts'

/** By what a person is recognised in the change log. */
export type Traces = {
  /** Names, folded: others may be called the same. */
  names: ReadonlySet<string>
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
  /** What somebody else has of the numbers and of those of the cars. */
  others: readonly string[]
}

/** A phone without an area code; what is shorter ('0', 'yok') stands for nobody. */
export const LEAST_NUMBER = 7
/** '06 A 1': a shorter plate is none. */
export const LEAST_CAR = 4

export function tracesOf({ names, numbers, cars, files, others }: Facts): Traces {
  const marks = [...marksOf(numbers, LEAST_NUMBER), ...marksOf(cars, LEAST_CAR)]
  const theirs = new Set(others.map(markOf))
  return {
    names: new Set(names.map(foldName).filter((name) => name !== '')),
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

export type ChangeText = { noun: string; title: string; detail: ChangeDetail }

/** Everything in a row that could name somebody: not work items, which stay in the records too. */
export function namingTexts({ title, detail }: ChangeText): string[] {
  const values = (detail.fields ?? []).flatMap(({ before, after }) => [before, after])
  return [title, ...title.split(' · '), detail.other ?? '', ...values].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** Whether a row of the change log is about the person: surely, perhaps, by what others may have too, or not. */
export function mentions(row: ChangeText, traces: Traces): 'surely' | 'perhaps' | 'not' {
  const { names, marks, shared, files } = traces
  if (row.noun === 'export') return files.has(row.title) ? 'surely' : 'not'
  const texts = namingTexts(row)
  if (texts.some((text) => marks.has(markOf(text)))) return 'surely'
  return texts.some((text) => names.has(foldName(text)) || shared.has(markOf(text))) ? 'perhaps' : 'not'
}
