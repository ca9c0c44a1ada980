import { startTestServer } from '#tests/support/database/embedded-server.ts'

import { benchAgainst } from './compare.ts'
import { type LoadFigures, benchOverload } from './overload.ts'
import { benchBesideExports, benchJournal } from './exports.ts'
import { benchPdf } from './pdf.ts'
import { ms, named, say, sayCompared, share, table } from './report.ts'
import { makeShops } from './shops.ts'
import { BUDGETS, routeSizes } from './sizes.ts'
import type { OperationFigures } from './in-turns.ts'
import { benchLists } from './lists.ts'
import { benchStats } from './stats.ts'
import { measureStarts } from './warm-start.ts'
import { benchVisited } from './visited.ts'
import { benchWorkers } from './workers.ts'

/**
 * `npm run bench [-- --quick --linked]` prints its measurements as Markdown; nothing here passes or fails. `--linked`
 * adds the lists of cars and customers, for which the records are linked first.
 */
const quick = process.argv.includes('--quick')
const SECONDS = quick ? 1 : 2
const SIZES = quick ? [1_000] : [1_000, 100_000]
const TODAY = '2026-11-20'

function sayLoads(figures: LoadFigures[]): void {
  const peak = figures[0]?.perSecond ?? NaN
  const rows = figures.map(({ name, perSecond, p50, p99, refused, memory }) => [
    name,
    `${perSecond.toFixed(0)} (${share(perSecond, peak)})`,
    ms(p50),
    ms(p99),
    named(refused),
    `${(memory / 1e6).toFixed(0)} MB`,
  ])
  table(['load', 'served /s', 'p50', 'p99', 'refused', 'memory'], rows)
}

/** Prints a row for each operation, two columns for each shop, and the ratio of the last shop's p95 to the first's. */
function sayOperations(figures: OperationFigures[]): void {
  const shops = SIZES.flatMap((count) => [`${named(count)}: p50`, 'p95'])
  const rows = figures.map(({ view, shops: own }) => {
    const ratio = (own.at(-1)?.p95 ?? NaN) / (own[0]?.p95 ?? NaN)
    return [view, ...own.flatMap(({ p50, p95 }) => [ms(p50), ms(p95)]), ratio.toFixed(2)]
  })
  table(['operation', ...shops, 'p95, last / first'], rows)
}

await using server = await startTestServer().then((it) => ({ ...it, [Symbol.asyncDispose]: it.remove }))
{
  await using made = await makeShops(server.target, SIZES, TODAY)
  const { db, users } = made
  say('\n## The list of records, no HTTP\n')
  sayOperations(await benchLists(db, { users, today: TODAY, rounds: quick ? 20 : 100 }))
  say('\n## Statistics, expenses and saves, no HTTP\n')
  sayOperations(await benchStats(db, { users, today: TODAY, rounds: quick ? 50 : 300 }))
  if (process.argv.includes('--linked')) {
    say('\n## Cars and customers, no HTTP\n')
    sayOperations(await benchVisited(db, { users, today: TODAY, rounds: quick ? 20 : 100 }))
  }
  const [small] = users
  if (small !== undefined) {
    say('\n## The list beside callers that read 10,000 records without pause\n')
    const shop = { db, user: small, today: TODAY }
    const beside = await benchBesideExports(server.target, shop, quick ? 3 : 10)
    table(
      ['callers', 'list p50', 'p95', 'gaps of the loop p99', 'longest', 'whole lists /s'],
      beside.map((one) => [
        String(one.exports),
        ms(one.p50),
        ms(one.p95),
        ms(one.gapP99),
        ms(one.gapMax),
        one.perSecond.toFixed(1),
      ]),
    )
  }
  say('\n## The journal of a month of 100 records\n')
  table(
    ['format', 'p50', 'p95', 'size'],
    (await benchJournal(db, TODAY)).map(({ format, p50, p95, kilobytes }) => [
      format,
      ms(p50),
      ms(p95),
      `${kilobytes.toFixed(0)} KB`,
    ]),
  )
  if (small !== undefined) {
    say('\n## Overload, the first page of the list\n')
    sayLoads(await benchOverload(server.target, { db, user: small }, quick ? 2 : 10))
  }
  if (small !== undefined) {
    say('\n## One process and two (WORKERS), 20 clients\n')
    const figures = await benchWorkers(
      server.target,
      { db, user: small },
      { seconds: SECONDS, rounds: quick ? 1 : 5 },
    )
    table(
      ['20 clients', '1: /s', '2: /s', 'ratio', 'of the rounds', 'CPU of 1', 'CPU of 2'],
      figures.map(({ view, one, two, ratios }) => [
        view,
        one.perSecond.toFixed(0),
        two.perSecond.toFixed(0),
        (two.perSecond / one.perSecond).toFixed(2),
        `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
        `${one.cpu.toFixed(2)} ms`,
        `${two.cpu.toFixed(2)} ms`,
      ]),
    )
  }
  for (const [index, user] of users.entries()) {
    say(`\n## ${named(SIZES[index] ?? 0)} records, against the floor\n`)
    const rounds = quick ? 1 : 3
    sayCompared(
      await benchAgainst(server.target, { db, user }, { against: 'floor', seconds: SECONDS, rounds }),
      'floor',
    )
  }
}

say('\n## Documents\n')
say(`\`\`\`json\n${JSON.stringify(await benchPdf(), null, 2)}\n\`\`\``)

say('\n## JavaScript of a route, cold, after gzip\n')
table(
  ['route', 'KiB', 'budget'],
  Object.entries(routeSizes()).map(([route, size]) => [
    route,
    size.toFixed(1),
    `${BUDGETS[route as keyof typeof BUDGETS]}`,
  ]),
)

say('\n## npm start until the address is printed\n')
const starts = await measureStarts(quick ? 1 : 5)
const warm = starts.warm.map((value) => `${value.toFixed(0)} ms`).join(', ')
say(`New data directory ${starts.first.toFixed(0)} ms; warm ${warm}`)
