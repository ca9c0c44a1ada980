import type { Compared } from './compare.ts'

export const say = (line = '') => void process.stdout.write(`${line}\n`)
export const named = (count: number) => count.toLocaleString('en')
export const ms = (value: number) => `${value.toFixed(1)} ms`
export const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`

/** Prints a table in Markdown. */
export const table = (head: string[], rows: string[][]) =>
  say([head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))

/** Prints the product's figures beside those of the other side. */
export function sayCompared(figures: Compared[], other: string): void {
  const rows = figures.map(({ view, ours, floor, alone }) => [
    view,
    ours.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    share(ours.perSecond, floor.perSecond),
    `${ms(ours.p95)} / ${ms(floor.p95)}`,
    (alone.ours / alone.floor).toFixed(2),
    (ours.cpu / floor.cpu).toFixed(2),
  ])
  table(['10 clients', 'ours /s', `${other} /s`, 'share', 'p95', 'p50 of one client', 'own CPU'], rows)
}
