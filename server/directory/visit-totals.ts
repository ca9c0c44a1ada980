import { sql } from 'kysely'

import { compiledOwn, difference, type Shop, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import type { Day } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'

import { LINKED, type Linked, lockLinks, rootColumn } from './links.ts'

/** The facts of a record that its car and its customer count. */
export type Visit = {
  vehicle_id: number | null
  customer_id: number | null
  day: Day
  durum: string
  toplam_kurus: Kurus
}

type Change = { visits: number; total_kurus: Kurus; came: Day | null; gone: Day | null }

/**
 * Updates the visits, sums and last days of cars and customers after changes of records; `null` when there was or is
 * none.
 */
export async function updateVisitTotals(
  ctx: Shop,
  changes: Changes,
  { holdsLinks = false } = {},
): Promise<void> {
  const targets = visitChanges(changes)
  if (targets.length === 0) return
  const names = [...new Set(targets.map(({ name }) => name))]
  // A save that has described a car holds this lock, and its rows in another order than these.
  if (!needsRecount(changes)) {
    await pipelineSteps(ctx, (one) => [
      holdsLinks ? Promise.resolve() : lockLinks(one),
      ...targets.map((target) => apply(one, target)),
    ])
    return
  }
  await lockLinks(ctx)
  for (const name of names) {
    const byId = changesOf(name, changes)
    const byRoot =
      byId.size === 1 ? byId : changesOf(name, changes, await rootsOf(ctx, name, [...byId.keys()]))
    for (const [id, change] of byRoot) await apply(ctx, { name, id, change })
  }
}

type Changes = readonly { before: Visit | null; after: Visit | null }[]

/** Returns the differences that changes of records make to their cars and customers. */
export const visitChanges = (changes: Changes) =>
  LINKED.flatMap((name) => [...changesOf(name, changes)].map(([id, change]) => ({ name, id, change })))

/** Returns whether `updateVisitTotals` must read first: for several cars or customers, or if a last day may go. */
export function needsRecount(changes: Changes): boolean {
  const targets = visitChanges(changes)
  const names = new Set(targets.map(({ name }) => name))
  return targets.length > names.size || !targets.every(({ change }) => needsNoLook(change))
}

/** Returns the difference of each car or customer, or of the one that it was merged into. */
function changesOf(name: Linked, changes: Changes, roots?: ReadonlyMap<number, number>): Map<number, Change> {
  const sides = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [{ visit: before, sign: -1 }]),
    ...(after === null ? [] : [{ visit: after, sign: 1 }]),
  ])
  const signed = sides.flatMap(({ visit, sign }) => {
    const id = visit[`${name}_id`]
    return id === null ? [] : [{ root: roots?.get(id) ?? id, sign, ...firstVisit(visit) }]
  })
  const byRoot = [...Map.groupBy(signed, ({ root }) => root)].map(([root, own]): [number, Change] => {
    const lastOf = (side: number) =>
      own.filter(({ sign }) => sign === side).reduce<Day | null>((day, one) => later(day, one.last_day), null)
    return [
      root,
      {
        visits: own.reduce((sum, { sign, visits }) => sum + sign * visits, 0),
        total_kurus: own.reduce((sum, { sign, total_kurus }) => sum + sign * total_kurus, 0),
        came: lastOf(1),
        gone: lastOf(-1),
      },
    ]
  })
  return new Map(byRoot.filter(([, change]) => isChange(change)))
}

async function rootsOf(ctx: Shop, name: Linked, ids: number[]): Promise<Map<number, number>> {
  const rows = await ownRows(ctx, name)
    .where('id', 'in', ids)
    .select(['id', rootColumn(name).as('root')])
    .execute()
  return new Map(rows.map(({ id, root }) => [id, root]))
}

const isChange = ({ visits, total_kurus, came, gone }: Change) =>
  visits !== 0 || total_kurus !== 0 || came !== gone

/** Returns the sums of a car or customer with one visit. */
export const firstVisit = (visit: Visit): Sums & { last_day: Day } => ({
  visits: 1,
  total_kurus: hasIncome(visit) ? visit.toplam_kurus : 0,
  last_day: visit.day,
})

const later = (one: Day | null, other: Day): Day => (one !== null && one > other ? one : other)

/** Returns whether the last day follows without the other records: only if the new day is not earlier. */
const needsNoLook = ({ came, gone }: Change): boolean => came !== null && (gone === null || gone <= came)

async function apply(ctx: Shop, target: { name: Linked; id: number; change: Change }): Promise<void> {
  const { name, id, change } = target
  const { visits, total_kurus, came } = change
  if (came === null || !needsNoLook(change)) await recountVisits(ctx, name, [id])
  else await addVisits(ctx, { id, visits, total_kurus, came }, { name })
}

type Added = { shop: number; id: number; visits: number; total_kurus: Kurus; came: Day }

const addVisits = compiledOwn(
  (db, { shop, id, visits, total_kurus, came }: Added, { name }: { name: Linked }) =>
    db
      .updateTable(name)
      .set((eb) => ({
        visits: eb('visits', '+', visits),
        total_kurus: eb('total_kurus', '+', total_kurus),
        last_day: eb
          .case()
          .when(eb.or([eb('last_day', 'is', null), eb('last_day', '<', came)]))
          .then(came)
          .else(eb.ref('last_day'))
          .end(),
      }))
      .where('shop_id', '=', shop)
      .where(
        'id',
        '=',
        sql<number>`(select ${rootColumn('linked')} from ${sql.table(name)} as linked
        where linked.shop_id = ${shop} and linked.id = ${id})`,
      ),
)

/** Recounts cars or customers, or the rows they were merged into, from their records, and writes the differences. */
export async function recountVisits(ctx: Shop, name: Linked, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const own = ownRows(ctx, name)
  const roots = await own.where('id', 'in', ids).select(rootColumn(name).as('id')).execute()
  const rows = await own
    .where('id', 'in', [...new Set([...roots.map(({ id }) => id), ...ids])])
    .orderBy('id')
    .select(['id', 'visits', 'total_kurus', 'last_day'])
    .forNoKeyUpdate()
    .execute()
  const sums = await sumsOf(ctx, name, rows)
  for (const { id, ...stored } of rows) {
    const change = difference<Sums>(stored, sums.get(id) ?? NO_VISITS)
    if (change !== null) await updateOwn(ctx, name).set(change).where('id', '=', id).execute()
  }
}

export type Sums = { visits: number; total_kurus: Kurus; last_day: Day | null }
const NO_VISITS: Sums = { visits: 0, total_kurus: 0, last_day: null }

/** Returns the sums of the records of these cars or customers, including merged ones. */
async function sumsOf(ctx: Shop, name: Linked, rows: readonly { id: number }[]): Promise<Map<number, Sums>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const groups = await ownRows(ctx, name)
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', `${name}.shop_id`).onRef(`kayit.${name}_id`, '=', `${name}.id`),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb(`${name}.id`, 'in', ids), eb(`${name}.merged_into`, 'is', null)]),
        eb(`${name}.merged_into`, 'in', ids),
      ]),
    )
    .where('kayit.deleted_at', 'is', null)
    .groupBy([rootColumn(name), 'kayit.durum'])
    .select((eb) => [
      rootColumn(name).as('id'),
      'kayit.durum',
      eb.fn.countAll<number>().as('visits'),
      eb.fn.sum<number>('kayit.toplam_kurus').as('total_kurus'),
      eb.fn.max('kayit.day').as('last_day'),
    ])
    .execute()
  const sums = new Map<number, Sums>()
  for (const { id, visits, last_day, ...group } of groups) {
    const known = sums.get(id) ?? NO_VISITS
    sums.set(id, {
      visits: known.visits + visits,
      total_kurus: known.total_kurus + (hasIncome(group) ? group.total_kurus : 0),
      last_day: later(known.last_day, last_day),
    })
  }
  return sums
}

/** Adds the sums of the visits to the derived columns of cars or customers, for `rederiveRows`. */
export const withSums =
  <Facts, Derived>(name: Linked, derivedOf: (facts: Facts) => Derived) =>
  async (rows: (Facts & { id: number })[], trx: Shop) => {
    const sums = await sumsOf(trx, name, rows)
    return rows.map((row) => ({ ...derivedOf(row), ...(sums.get(row.id) ?? NO_VISITS) }))
  }
