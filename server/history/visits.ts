import { sql } from 'kysely'

import { type UserCtx, redactFor } from '#server/platform/core/context.ts'
import { compiledOwn, liveRows, type ShopCtx, visitRows } from '#server/platform/core/own-rows.ts'
import { type LinkName, rootColumn } from '#server/directory/links.ts'
import { firstItems } from '#server/kayit/list.ts'
import { appointmentOf, readItems, STAGE_COLUMNS } from '#server/kayit/queries.ts'
import { idsOf, linkedNotFound } from '#server/directory/merge.ts'
import { limitTo, type SliceInput, sliceInput } from '#server/list/page-slice.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { sumExactly } from '#server/stats/exact.ts'
import { isOpenWorkRow } from '#server/stats/queries.ts'
import { visitsOfCars } from '#server/vehicle/list.ts'
import type { Day } from '#shared/date.ts'
import type { Visit, VisitFacts, VisitPage } from '#shared/history/schema.ts'
import { carName, hasIncome } from '#shared/kayit/rules.ts'
import type { EarlyStage } from '#shared/kayit/stage.ts'
import { VISITS_PAGE_SIZE } from '#shared/options.ts'

/** A car or customer with the ids of those that were merged into it. */
export type LinkedIds = { name: LinkName; ids: readonly number[] }

/** Returns the row that stands for all, and the rows that were merged into it. Throws NOT_FOUND. */
export function rootAndMerged<Row extends { id: number }>({ name, ids }: LinkedIds, rows: readonly Row[]) {
  const root = rows.find(({ id }) => id === ids[0])
  if (root === undefined) throw linkedNotFound(name)
  return { root, merged: rows.filter((row) => row !== root) }
}

/** Returns one page of the visits of a car or customer with their items, the newest first. Throws NOT_FOUND. */
export async function listVisits(
  ctx: UserCtx,
  name: LinkName,
  { id, page }: { id: number; page: number },
): Promise<VisitPage> {
  const target = { name, ids: await idsOf(ctx, name, id) }
  const total = await countRows(recordsOf(ctx, target))
  const slice = sliceInput({ size: VISITS_PAGE_SIZE, skip: (page - 1) * VISITS_PAGE_SIZE })
  const rows = await pageQuery(ctx, { ids: target.ids.map((id) => ({ id })), ...slice }, { name })
  return redactFor(ctx, { visits: await withItems(ctx, target, rows), total })
}

type PageConditions = { shop: number; ids: { id: number }[] } & SliceInput

const pageQuery = compiledOwn((db, { shop, ids, ...slice }: PageConditions, { name }: { name: LinkName }) =>
  limitTo(
    db
      .selectFrom('kayit')
      .where('shop_id', '=', shop)
      .where(
        `${name}_id`,
        'in',
        ids.map(({ id }) => id),
      )
      .where('deleted_at', 'is', null)
      .where('stage', '=', sql.lit('visit'))
      .select(VISIT_COLUMNS)
      .orderBy('day', 'desc')
      .orderBy('id', 'desc'),
    slice,
  ),
)

/** A visit in a file, with the tax number of its record. */
export type ExportedVisit = Visit & { tc_vergino: string }

/** Returns all visits of a car or customer with their items, the oldest first, for a file. */
export async function allVisits(ctx: UserCtx, target: LinkedIds): Promise<ExportedVisit[]> {
  const rows = recordsOf(ctx, target).select([...VISIT_COLUMNS, 'tc_vergino'])
  return withItems(ctx, target, await rows.orderBy('day').orderBy('id').execute())
}

const VISIT_COLUMNS = [
  'id as kayit_id',
  'day',
  'durum',
  'giris_tarihi',
  'cikis_tarihi',
  'km_bilgisi as km',
  'toplam_kurus',
  'plaka as plate',
  'arac_marka',
  'arac_model',
  'musteri_adi_soyadi as customer',
  'musteri_talebi as complaint',
  'aciklama as note',
] as const

export const recordsOf = (ctx: ShopCtx, { name, ids }: LinkedIds) =>
  visitRows(ctx).where(`${name}_id`, 'in', [...ids])

type Row = { kayit_id: number; arac_marka: string; arac_model: string }

async function withItems<R extends Row>(ctx: UserCtx, target: LinkedIds, rows: readonly R[]) {
  if (rows.length === 0) return []
  const since = await readKmSince(ctx, target)
  const ids = rows.map(({ kayit_id }) => kayit_id)
  const itemsOf = await readItems(ctx, ids)
  return rows.map(({ arac_marka, arac_model, ...row }) => ({
    ...row,
    km_since: since.get(row.kayit_id) ?? null,
    car: carName({ arac_marka, arac_model }),
    islemler: itemsOf(row.kayit_id),
  }))
}

/** Returns the kilometres of each record since the car's previous known reading, if both are known. */
async function readKmSince(ctx: UserCtx, { name, ids }: LinkedIds): Promise<Map<number, number>> {
  const known = await visitsOfCars(ctx)
    .where(`kayit.${name}_id`, 'in', [...ids])
    .where('km_bilgisi', 'is not', null)
    .orderBy('kayit.day')
    .orderBy('kayit.id')
    .select('km_bilgisi')
    .$narrowType<{ km_bilgisi: number }>()
    .execute()
  const last = new Map<number, number>()
  const since = new Map<number, number>()
  for (const { id, root, km_bilgisi } of known) {
    const before = last.get(root)
    if (before !== undefined) since.set(id, km_bilgisi - before)
    last.set(root, km_bilgisi)
  }
  return since
}

/** Returns the figures of all visits of a car or customer. */
export async function readVisitFacts(ctx: UserCtx, target: LinkedIds): Promise<VisitFacts> {
  const groups = await recordsOf(ctx, target)
    .select((eb) => [
      sql<number>`extract(year from day)`.as('year'),
      'durum',
      eb.fn.countAll<number>().as('visits'),
      eb.fn.sum<number>('toplam_kurus').as('total_kurus'),
      eb.fn.min('day').as('first_day'),
      eb.fn.max('day').as('last_day'),
    ])
    .groupBy([sql`extract(year from day)`, 'durum'])
    .execute()
  const byYear = Map.groupBy(groups, ({ year }) => year)
  const years = [...byYear].map(([year, ofYear]) => ({
    year,
    visits: sumExactly(ofYear.map(({ visits }) => visits)),
    total_kurus: sumExactly(ofYear.filter(hasIncome).map(({ total_kurus }) => total_kurus)),
  }))
  const days = groups.flatMap(({ first_day, last_day }) => [first_day, last_day]).sort()
  const open = await recordsOf(ctx, target)
    .where(isOpenWorkRow)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return {
    visits: sumExactly(years.map(({ visits }) => visits)),
    total_kurus: sumExactly(years.map(({ total_kurus }) => total_kurus)),
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    open_kayit_id: open?.id ?? null,
    upcoming: await readUpcoming(ctx, target),
    years: years.sort((a, b) => a.year - b.year),
  }
}

/** Older ones are cut. */
const MOST_UPCOMING = 20

/** Returns the newest quotes and appointments of a car or customer. */
async function readUpcoming(ctx: UserCtx, { name, ids }: LinkedIds): Promise<VisitFacts['upcoming']> {
  if (!ctx.actor.rights.includes('quotes')) return []
  const rows = await liveRows(ctx, 'kayit')
    .where(`${name}_id`, 'in', [...ids])
    .where('stage', '<>', sql.lit('visit'))
    .where('added_at', 'is', null)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_UPCOMING)
    .select(['id as kayit_id', 'day', ...STAGE_COLUMNS, 'plaka as plate', 'toplam_kurus'])
    .select('musteri_adi_soyadi as customer')
    .$narrowType<{ stage: EarlyStage }>()
    .execute()
  const works = await firstItems(
    ctx,
    rows.map(({ kayit_id }) => kayit_id),
  )
  return rows.map((row) => {
    const { kayit_id, day, stage, quote_valid_until, plate, toplam_kurus, customer } = row
    const ilk_islem = works.get(kayit_id) ?? ''
    const appointment = appointmentOf(row)
    return { kayit_id, day, stage, quote_valid_until, plate, toplam_kurus, customer, ilk_islem, appointment }
  })
}

/**
 * Returns the cars of customers, or the customers of cars, as a table `seen`: at most `most`, the newest visits first.
 * A merged row counts as the one that it was merged into.
 */
export function lastSeenLinks(ctx: UserCtx, { name, ids }: LinkedIds, most: number) {
  const other = name === 'vehicle' ? 'customer' : 'vehicle'
  // Kysely's types take one table.
  return visitRows(ctx)
    .innerJoin(`${other as 'vehicle'} as came`, (join) =>
      join
        .onRef('came.shop_id', '=', 'kayit.shop_id')
        .onRef('came.id', '=', `kayit.${other as 'vehicle'}_id`),
    )
    .where(`kayit.${name}_id`, 'in', [...ids])
    .groupBy(rootColumn('came'))
    .select(({ fn }) => [
      rootColumn('came').as('id'),
      fn.countAll<number>().as('visits'),
      sql<Day>`max(kayit.day)`.as('last_day'),
    ])
    .orderBy('last_day', 'desc')
    .limit(most)
    .as('seen')
}
