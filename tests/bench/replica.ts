import { startPair } from '#tests/support/database/replica.ts'

import { benchAgainst } from './compare.ts'
import { named, say, sayCompared } from './report.ts'
import { makeShops } from './shops.ts'

/** `npm run bench:replica [-- VIEW [RECORDS …]]` measures the cost of reading from a replica (decision 36). */
const [only = '', ...sizes] = process.argv.slice(2)
const SIZES = sizes.length === 0 ? [1_000, 100_000] : sizes.map(Number)

await using pair = await startPair().then((it) => ({ ...it, [Symbol.asyncDispose]: it.remove }))
{
  const { target } = pair.primary
  await using made = await makeShops(target, SIZES, '2026-11-20')
  await pair.untilEqual()
  for (const [index, user] of made.users.entries()) {
    say(`\n## ${named(SIZES[index] ?? 0)} records, read from the replica and from the primary\n`)
    const options = { against: 'primary', replica: pair.standby.target, seconds: 2, rounds: 5, only } as const
    sayCompared(await benchAgainst(target, { db: made.db, user }, options), 'primary')
  }
}
