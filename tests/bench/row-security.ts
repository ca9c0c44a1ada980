import { startTestServer } from '#tests/support/database/embedded-server.ts'

import { benchAgainst } from './compare.ts'
import { named, say, sayCompared } from './report.ts'
import { makeShops } from './shops.ts'

/** `npm run bench:rows [-- VIEW [RECORDS …]]` measures the cost of row-level security (decision 27). */
const [only, ...sizes] = process.argv.slice(2)
const SIZES = sizes.length === 0 ? [1_000, 100_000] : sizes.map(Number)

await using server = await startTestServer().then((it) => ({ ...it, [Symbol.asyncDispose]: it.remove }))
{
  await using made = await makeShops(server.target, SIZES, '2026-11-20')
  for (const [index, user] of made.users.entries()) {
    say(`\n## ${named(SIZES[index] ?? 0)} records, as the requests’ role and as the owner of the tables\n`)
    const options = { against: 'unguarded', seconds: 2, rounds: 5, only } as const
    sayCompared(await benchAgainst(server.target, { db: made.db, user }, options), 'unguarded')
  }
}
