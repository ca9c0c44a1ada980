import { deserialize, serialize, type SuperJSONResult } from 'superjson'

export type Plain<T> = T extends string | number | boolean | null
  ? T
  : T extends Date | Map<unknown, unknown> | Set<unknown> | RegExp | Error | bigint | undefined
    ? never
    : { [K in keyof T]: Plain<T[K]> }

const marked = new WeakSet<object>()

/**
 * Marks a large answer as JSON values only, which the compiler checks, and returns it. It is sent as by superjson, but
 * without the search for dates and maps, an eighth of the CPU of a list.
 */
export function plain<T extends object>(answer: T & Plain<T>): T {
  marked.add(answer)
  return answer
}

/** The marks of values that JSON lacks and the page sends: a missing one, `-0` or `NaN`. */
const MARKS: readonly unknown[] = ['undefined', 'number']
const isMark = (mark: unknown) => Array.isArray(mark) && mark.length === 1 && MARKS.includes(mark[0])
/** Returns whether there is one plain mark for the whole input, or one for each path. */
const arePlainMarks = (marks: unknown) =>
  Array.isArray(marks)
    ? isMark(marks)
    : typeof marks === 'object' && marks !== null && Object.values(marks).every(isMark)

/**
 * Returns the sent input, if its marks are those that the page writes. Sets, maps and nested marks take time that grows
 * with the square of their number: a body of 2 MB would stop the process for half a minute. Throws TypeError.
 */
function readInput({ json, meta }: SuperJSONResult): unknown {
  if (meta?.values === undefined) return json
  if (!arePlainMarks(meta.values)) throw new TypeError('an input with marks that the page does not send')
  // This works in place: the input was parsed for this call alone, and a copy of many small objects takes seconds.
  return deserialize({ json, meta: { values: meta.values, v: 1 } }, { inPlace: true })
}

/** superjson, except for answers that are marked as plain and inputs that hold more than JSON. */
export const transformer = {
  input: { serialize, deserialize: readInput },
  output: {
    serialize: (answer: unknown): SuperJSONResult =>
      typeof answer === 'object' && answer !== null && marked.has(answer)
        ? { json: answer as SuperJSONResult['json'] }
        : serialize(answer),
    deserialize,
  },
}
