import { sql } from 'kysely'

import {
  compiledOwn,
  diffFields,
  type ShopCtx,
  ownRows,
  updateOwn,
  inSameShop,
} from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import type { Day } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'

import { LINK_NAMES, type LinkName, lockLinks, rootColumn } from './links.ts'

/** The facts of a record that its car and its customer count. */
export type CountedVisit = {
  vehicle_id: number | null
  customer_id: number | null
  day: Day
  durum: string
  toplam_kurus: Kurus
}

type Delta = { visits: number; total_kurus: Kurus; addedDay: Day | null; removedDay: Day | null }

/** Updates visits, sums and last days of cars and customers after changes of records; `null`: there was or is none. */
export async function updateVisitTotals(
  ctx: ShopCtx,
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
      ...targets.map((target) => addDelta(one, target)),
    ])
    return
  }
  await lockLinks(ctx)
  for (const name of names) {
    const byId = deltasOf(name, changes)
    const byRoot =
      byId.size === 1 ? byId : deltasOf(name, changes, await rootsOf(ctx, name, [...byId.keys()]))
    for (const [id, change] of byRoot) await addDelta(ctx, { name, id, change })
  }
}

type Changes = readonly { before: CountedVisit | null; after: CountedVisit | null }[]

/** Returns the differences that changes of records make to their cars and customers. */
export const visitChanges = (changes: Changes) =>
  LINK_NAMES.flatMap((name) => [...deltasOf(name, changes)].map(([id, change]) => ({ name, id, change })))

/** Returns whether `updateVisitTotals` must read first: for several cars or customers, or if a last day may go. */
export function needsRecount(changes: Changes): boolean {
  const targets = visitChanges(changes)
  const names = new Set(targets.map(({ name }) => name))
  return targets.length > names.size || !targets.every(({ change }) => isLastDayKnown(change))
}

/** Returns the difference of each car or customer, or of the one that it was merged into. */
function deltasOf(name: LinkName, changes: Changes, roots?: ReadonlyMap<number, number>): Map<number, Delta> {
  const sides = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [{ visit: before, sign: -1 }]),
    ...(after === null ? [] : [{ visit: after, sign: 1 }]),
  ])
  const signed = sides.flatMap(({ visit, sign }) => {
    const id = visit[`${name}_id`]
    return id === null ? [] : [{ root: roots?.get(id) ?? id, sign, ...firstVisit(visit) }]
  })
  const byRoot = [...Map.groupBy(signed, ({ root }) => root)].map(([root, own]): [number, Delta] => {
    const lastOf = (side: number) =>
      own.filter(({ sign }) => sign === side).reduce<Day | null>((day, one) => later(day, one.last_day), null)
    return [
      root,
      {
        visits: own.reduce((sum, { sign, visits }) => sum + sign * visits, 0),
        total_kurus: own.reduce((sum, { sign, total_kurus }) => sum + sign * total_kurus, 0),
        addedDay: lastOf(1),
        removedDay: lastOf(-1),
      },
    ]
  })
  return new Map(byRoot.filter(([, change]) => isChange(change)))
}

async function rootsOf(ctx: ShopCtx, name: LinkName, ids: number[]): Promise<Map<number, number>> {
  const rows = await ownRows(ctx, name)
    .where('id', 'in', ids)
    .select(['id', rootColumn(name).as('root')])
    .execute()
  return new Map(rows.map(({ id, root }) => [id, root]))
}

const isChange = ({ visits, total_kurus, addedDay, removedDay }: Delta) =>
  visits !== 0 || total_kurus !== 0 || addedDay !== removedDay

/** Returns the sums of a car or customer with one visit. */
export const firstVisit = (visit: CountedVisit): VisitSums & { last_day: Day } => ({
  visits: 1,
  total_kurus: hasIncome(visit) ? visit.toplam_kurus : 0,
  last_day: visit.day,
})

const later = (one: Day | null, other: Day): Day => (one !== null && one > other ? one : other)

/** Returns whether the last day follows without the other records: only if the new day is not earlier. */
const isLastDayKnown = ({ addedDay, removedDay }: Delta): boolean =>
  addedDay !== null && (removedDay === null || removedDay <= addedDay)

async function addDelta(ctx: ShopCtx, target: { name: LinkName; id: number; change: Delta }): Promise<void> {
  const { name, id, change } = target
  const { visits, total_kurus, addedDay } = change
  if (addedDay === null || !isLastDayKnown(change)) await recountVisits(ctx, name, [id])
  else await addVisits(ctx, { id, visits, total_kurus, addedDay }, { name })
}

type Added = { shop: number; id: number; visits: number; total_kurus: Kurus; addedDay: Day }

const addVisits = compiledOwn(
  (db, { shop, id, visits, total_kurus, addedDay }: Added, { name }: { name: LinkName }) =>
    db
      .updateTable(name)
      .set((eb) => ({
        visits: eb('visits', '+', visits),
        total_kurus: eb('total_kurus', '+', total_kurus),
        last_day: eb
          .case()
          .when(eb.or([eb('last_day', 'is', null), eb('last_day', '<', addedDay)]))
          .then(addedDay)
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
export async function recountVisits(ctx: ShopCtx, name: LinkName, ids: readonly number[]): Promise<void> {
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
    const change = diffFields<VisitSums>(stored, sums.get(id) ?? NO_VISITS)
    if (change !== null) await updateOwn(ctx, name).set(change).where('id', '=', id).execute()
  }
}

export type VisitSums = { visits: number; total_kurus: Kurus; last_day: Day | null }
const NO_VISITS: VisitSums = { visits: 0, total_kurus: 0, last_day: null }

/** Returns the sums of the records of these cars or customers, including merged ones. */
async function sumsOf(
  ctx: ShopCtx,
  name: LinkName,
  rows: readonly { id: number }[],
): Promise<Map<number, VisitSums>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const groups = await ownRows(ctx, name)
    .innerJoin('kayit', inSameShop(`kayit.${name}_id`, `${name}.id`))
    .where((eb) =>
      eb.or([
        eb.and([eb(`${name}.id`, 'in', ids), eb(`${name}.merged_into`, 'is', null)]),
        eb(`${name}.merged_into`, 'in', ids),
      ]),
    )
    .where('kayit.deleted_at', 'is', null)
    .where('kayit.stage', '=', sql.lit('visit'))
    .groupBy([rootColumn(name), 'kayit.durum'])
    .select((eb) => [
      rootColumn(name).as('id'),
      'kayit.durum',
      eb.fn.countAll<number>().as('visits'),
      eb.fn.sum<number>('kayit.toplam_kurus').as('total_kurus'),
      eb.fn.max('kayit.day').as('last_day'),
    ])
    .execute()
  const sums = new Map<number, VisitSums>()
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
export const withVisitSums =
  <Facts, Derived>(name: LinkName, derivedColumns: (facts: Facts) => Derived) =>
  async (rows: (Facts & { id: number })[], trx: ShopCtx) => {
    const sums = await sumsOf(trx, name, rows)
    return rows.map((row) => ({ ...derivedColumns(row), ...(sums.get(row.id) ?? NO_VISITS) }))
  }
