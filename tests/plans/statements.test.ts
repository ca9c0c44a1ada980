import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPool } from '#server/platform/db/pool.ts'
import { administer, open } from '#tests/support/database/database.ts'
import { BIG_TABLES, fillManyShops } from '#tests/support/rows/many-shops.ts'
import { sentStatements, serverOfStatements } from '#tests/support/setup/statements.ts'
import { TEMPLATE } from '#tests/support/setup/template.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

const DATABASE = 'plans_of_statements'
const target = { ...serverOfStatements(), database: DATABASE }
const pool = createPool({ ...target, max: 1 })

beforeAll(async () => {
  await administer(serverOfStatements(), `create database ${DATABASE} template ${TEMPLATE}`)
  const db = open(target)
  await fillManyShops(db, { shops: 40, records: 1_000 })
  await db.destroy()
})
afterAll(async () => {
  await pool.end()
  await administer(serverOfStatements(), `drop database ${DATABASE} with (force)`)
})

/** Statements that read a big table in another way, each with the reason. */
const EXCEPTIONS: readonly [statement: RegExp, reason: string][] = [
  [/from "\w+" where \$\d+ offset/, "'where false': a search that nothing can match reads nothing"],
  [
    /^select distinct "shop_id" from "change" where \("actor_id"/,
    'an erased user is forgotten in the log of every shop, once, by an administrator',
  ],
  [/\$\d+ = \$\d+/, 'of the tests that take the key of the shop out of a statement'],
  [/^select (\* from "kayit" where "id" = \$1$|"shop_id" from|from kayit$)/, 'of tests'],
  [/^select count\(\*\)::int as rows from "\w+"$/, 'of the tests of row-level security'],
  [/^select \$1 as found from "\w+" limit \$2$/, 'a restore asks whether any shop has a row'],
]

const isBig = (name: string | undefined): boolean => BIG_TABLES.some((table) => table === name)
const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]

/** Returns whether the expression itself names the shop's key, and not only the arguments of an n-gram index. */
const namesShop = (expression = ''): boolean =>
  expression.replaceAll(/search_grams\(.*?\)/g, '').includes('shop_id')
/** Returns whether the node reads an n-gram index, whose hashes contain the shop. */
const isOfLetters = (node: Plan): boolean => node['Index Name']?.endsWith('_ngrams') === true

/** Returns whether a node reads only rows of one shop, in each of its inputs. */
function hasShop(node: Plan): boolean {
  const { Plans: below = [] } = node
  switch (node['Node Type']) {
    case 'Bitmap Heap Scan':
    case 'BitmapOr':
      return below.filter((one) => one['Node Type'].startsWith('Bitmap')).every(hasShop)
    case 'BitmapAnd':
      return below.some(hasShop)
    case 'Seq Scan':
      return namesShop(node.Filter)
    default:
      return (
        isOfLetters(node) ||
        namesShop(node['Index Cond']) ||
        (node['Index Cond'] !== undefined && namesShop(node.Filter))
      )
  }
}

async function planOf(statement: string): Promise<Plan> {
  // pg_stat_statements replaces a word and a constant of the n-gram indexes with parameters, which is invalid SQL.
  const text = statement
    .replaceAll(/extract\(\$\d+ from/g, 'extract(year from')
    .replaceAll(/(search_grams\([^()]*)\$\d+/g, "$1''")
  const rows = await pool.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `explain (generic_plan, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error(`no plan: ${text}`)
  return plan
}

/** Returns the whole big tables that a plan reads, and the big tables that it reads without the shop's key. */
function problemsIn(plan: Plan): string[] {
  const reads = within(plan).filter(
    (node) => isBig(node['Relation Name']) && node['Node Type'] !== 'ModifyTable',
  )
  return reads.flatMap((node) => [
    ...(node['Node Type'] === 'Seq Scan' ? [`reads all of ${node['Relation Name']}`] : []),
    ...(hasShop(node) ? [] : [`reads ${node['Relation Name']} without the shop's key`]),
  ])
}

test('a whole table and a missing key of the shop are found', async () => {
  expect(problemsIn(await planOf('select * from kayit where shop_id = $1 and id = $2'))).toEqual([])
  expect(problemsIn(await planOf('select count(*) from kayit'))).toContain(
    "reads kayit without the shop's key",
  )
  expect(problemsIn(await planOf('select * from islem where fiyat_kurus = $1'))).toEqual([
    'reads all of islem',
    "reads islem without the shop's key",
  ])
})

test('a place without the key of the shop is found among several, and in an index that is read as a whole', async () => {
  const letters =
    "may_contain(search_grams(shop_id, search_name, search_vehicle, ''), search_keys($1, 'car', $2))"
  const known = (condition: string) => `select id from vehicle where ${letters} or ${condition} offset 0`
  expect(problemsIn(await planOf(known('shop_id = $1 and id = any($3)')))).toEqual([])
  const without = ["reads vehicle without the shop's key"]
  expect(problemsIn(await planOf(known('id = any($3)')))).toEqual(without)
  expect(
    problemsIn(await planOf('select id from vehicle where shop_id + 0 = $1 order by shop_id, id limit 1')),
  ).toEqual(without)
})

test('every statement that requests send reads big tables by the shop and by an index', async () => {
  const statements = await sentStatements()
  // There are fewer if only some files of the operations were run.
  expect(statements.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const statement of statements) {
    if (EXCEPTIONS.some(([pattern]) => pattern.test(statement))) continue
    for (const problem of problemsIn(await planOf(statement))) found.push(`${problem}: ${statement}`)
  }
  expect(found).toEqual([])
})
