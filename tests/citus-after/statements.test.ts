import { expect, test } from 'vitest'

import { clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { reachOf, sentToCluster } from '#tests/support/citus/cluster-plans.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'

const target = await testDatabaseTarget()

/** Statements that need more than one node, each with the reason. */
const EXCEPTIONS: readonly [statement: RegExp, reason: string][] = [
  [/from "feedback" where "deleted_at" is null/, 'the administrators’ list of messages'],
  [/^update "feedback" set "deleted_at" = \$1 where "id" = \$2/, 'an administrator deletes a message'],
  [/^select "shop_id", "created_at" from "logo"$/, 'the administrators’ list of users'],
  [/^select \$1 as found from "\w+" limit \$2$/, 'a restore asks whether any shop has a row'],
  [/^select "shop_id", "kayit_sayisi".* from "shop_usage"$/, 'the administrators’ list of shops'],
  [/^select distinct "shop_id" from "change"/, 'an erased user is forgotten in every log'],
  [/^select array\(/, 'the text of one of our functions'],
  [/^select (\* from "kayit" where "id" = \$1$|"shop_id" from "\w+" limit \$1$)/, 'of tests'],
  [/^select count\(\*\)::int as rows from "\w+"$/, 'of the tests of row-level security'],
]

test('a statement with the shop’s key asks one node, and one without it asks all', async () => {
  const reach = await reachOf(target, [
    'select id from kayit where shop_id = $1::bigint and id = $2::bigint',
    'select count(*) from kayit',
    'select id from users where id = $1::bigint',
    'select id from login_attempts',
  ])
  expect([...reach.values()]).toEqual([1, 4, 1, 0])
})

test('every statement that requests send asks one node', async () => {
  const [coordinator = {}] = clusterOfRun()
  const statements = await sentToCluster(coordinator)
  // There are fewer if only some files of the operations were run.
  expect(statements.length).toBeGreaterThan(0)
  const asked = statements.filter((statement) => !EXCEPTIONS.some(([pattern]) => pattern.test(statement)))
  const reach = await reachOf(target, asked)
  expect([...reach].filter(([, tasks]) => tasks > 1).map(([statement]) => statement)).toEqual([])
})
