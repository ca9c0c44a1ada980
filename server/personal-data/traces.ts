import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldName } from '#shared/turkish.ts'
import { dialledNumber, vehicleKey } from '#shared/vehicle.ts'

/** By what a person is recognised in the change log. */
export type Traces = {
  /** Names, folded: others may be called the same. */
  names: ReadonlySet<string>
  /** Phones, tax numbers, and of cars that are theirs alone plates, chassis and engine numbers, as they are compared. */
  marks: ReadonlySet<string>
  /** The names of files with their history. */
  files: ReadonlySet<string>
}

export type Facts = {
  names: readonly string[]
  numbers: readonly string[]
  cars: readonly string[]
  files: readonly string[]
}

/** A phone without an area code; what is shorter ('0', 'yok') stands for nobody. */
const LEAST_NUMBER = 7
/** '06 A 1': a shorter plate is none. */
const LEAST_CAR = 4

export function tracesOf({ names, numbers, cars, files }: Facts): Traces {
  const marks = [...marksOf(numbers, LEAST_NUMBER), ...marksOf(cars, LEAST_CAR)]
  return {
    names: new Set(names.map(foldName).filter((name) => name !== '')),
    marks: new Set(marks),
    files: new Set(files),
  }
}

const markOf = (text: string): string => dialledNumber(text) ?? vehicleKey(text)
const marksOf = (texts: readonly string[], least: number) =>
  texts.map(markOf).filter((mark) => mark.length >= least)

export type ChangeText = { noun: string; title: string; detail: ChangeDetail }

/** Everything in a row that could name somebody: not work items, which stay in the records too. */
function textsIn({ title, detail }: ChangeText): string[] {
  const values = (detail.fields ?? []).flatMap(({ before, after }) => [before, after])
  return [title, ...title.split(' · '), detail.other ?? '', ...values].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** Whether a row of the change log is about the person: surely, only by a name that others may have too, or not. */
export function mentions(row: ChangeText, { names, marks, files }: Traces): 'surely' | 'by name' | 'not' {
  if (row.noun === 'export') return files.has(row.title) ? 'surely' : 'not'
  const texts = textsIn(row)
  if (texts.some((text) => marks.has(markOf(text)))) return 'surely'
  return texts.some((text) => names.has(foldName(text))) ? 'by name' : 'not'
}
