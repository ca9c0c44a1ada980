import { quantiles } from './load.ts'
import { ms, named, say, table } from './report.ts'
import type { Checked } from './soak-check.ts'
import type { Sample } from './soak-samples.ts'
import type { Call, Kind } from './soak-staff.ts'

const MINUTE_MS = 60_000
/** The first minutes fill caches and compile code, so the third is the reference. */
const WARM_MINUTES = 2
const MEMORY_GOAL = 1.05
const P99_GOAL = 1.1

export type Run = { calls: readonly Call[]; samples: readonly Sample[]; began: number; minutes: number }

/** Prints the run as Markdown: each minute, each kind of call, and a comparison of its end with its start. */
export function sayRun(run: Run, checked: Checked): void {
  const minutes = Array.from({ length: run.minutes }, (_, minute) => minuteOf(run, minute))
  table(
    [
      'minute',
      'calls',
      'p50',
      'p99',
      'errors',
      'panel',
      'workers',
      'PostgreSQL',
      'connections',
      'data',
      'WAL',
    ],
    minutes.map(({ calls, samples }, minute) => {
      const { p50, p99 } = quantiles(calls.map((call) => call.ms))
      return [
        String(minute + 1),
        named(calls.length),
        ms(p50),
        ms(p99),
        errorsIn(calls),
        megabytes(samples.map(({ panel }) => panel)),
        workersIn(samples),
        megabytes(samples.map(({ postgres }) => postgres)),
        median(samples.map(({ connections }) => connections)).toFixed(0),
        megabytes(samples.map(({ database }) => database)),
        megabytes(samples.map(({ wal }) => wal)),
      ]
    }),
  )
  say('\nMemory is the median of the minute, and its least value in brackets.\n')
  const reference = Math.min(WARM_MINUTES, run.minutes - 1)
  sayKinds(minutes[reference]?.calls ?? [], minutes.at(-1)?.calls ?? [])
  say()
  sayRatios(run, { reference, minutes, checked })
}

type Minute = { calls: Call[]; samples: Sample[] }

function minuteOf({ calls, samples, began }: Run, minute: number): Minute {
  const isIn = ({ at }: { at: number }) => Math.floor((at - began) / MINUTE_MS) === minute
  return { calls: calls.filter(isIn), samples: samples.filter(isIn) }
}

function sayKinds(then: readonly Call[], now: readonly Call[]): void {
  const kinds = [...new Set([...then, ...now].map(({ kind }) => kind))].toSorted()
  const of = (calls: readonly Call[], wanted: Kind) =>
    quantiles(calls.filter(({ kind }) => kind === wanted).map((call) => call.ms))
  table(
    ['call', 'p50, third minute', 'p99', 'p50, last minute', 'p99'],
    kinds.map((kind) => {
      const [first, last] = [of(then, kind), of(now, kind)]
      return [kind, ms(first.p50), ms(first.p99), ms(last.p50), ms(last.p99)]
    }),
  )
}

type Ends = { reference: number; minutes: readonly Minute[]; checked: Checked }

function sayRatios({ samples, calls, began }: Run, { reference, minutes, checked }: Ends): void {
  const warm = samples.filter(({ at }) => at - began >= MINUTE_MS)
  const third = Math.max(1, Math.floor(warm.length / 3))
  const ratioOf = (of: (sample: Sample) => number) =>
    median(warm.slice(-third).map(of)) / median(warm.slice(0, third).map(of))
  const p99 = (minute: number) => quantiles((minutes.at(minute)?.calls ?? []).map((call) => call.ms)).p99
  const errors = calls.filter(isError).length
  const { saves, lost, twice, wrongSum, totals } = checked
  table(
    ['what', 'value', 'goal'],
    [
      [
        "memory of the panel's processes, last third / first third",
        ratioOf(({ panel, workers }) => panel + sum(workers)).toFixed(3),
        `≤ ${MEMORY_GOAL}`,
      ],
      ['memory of PostgreSQL, the same', ratioOf(({ postgres }) => postgres).toFixed(3), ''],
      ['p99, last minute / third minute', (p99(-1) / p99(reference)).toFixed(2), `≤ ${P99_GOAL}`],
      ['errors', `${errors} of ${named(calls.length)}`, '0'],
      [
        'acknowledged saves: lost, twice, with another sum',
        `${named(saves)}: ${lost}, ${twice}, ${wrongSum}`,
        '0, 0, 0',
      ],
      ['totals as counted anew', totals ? 'yes' : 'no', 'yes'],
    ],
  )
}

const isError = ({ status }: Call): boolean => status !== 200

function errorsIn(calls: readonly Call[]): string {
  const counts = Map.groupBy(calls.filter(isError), ({ status }) => String(status))
  return counts.size === 0 ? '0' : [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ')
}

function workersIn(samples: readonly Sample[]): string {
  const most = Math.max(0, ...samples.map(({ workers }) => workers.length))
  return most === 0
    ? '–'
    : Array.from({ length: most }, (_, index) =>
        megabytes(samples.flatMap(({ workers }) => workers[index] ?? [])),
      ).join(', ')
}

const megabytes = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}) MB`
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
