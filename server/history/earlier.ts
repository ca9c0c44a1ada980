import type { UserCtx } from '#server/core/context.ts'
import { rootColumn } from '#server/core/links.ts'
import type { EarlierVisits } from '#shared/history/schema.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'

/** So many earlier visits are named. */
const NAMED = 2

/**
 * What the cars of these records had been here for before, in no order. Records that do not exist, or are not linked to
 * a car yet, are missing.
 */
export async function earlierVisits(
  ctx: UserCtx,
  { kayit_ids }: { kayit_ids: readonly number[] },
): Promise<EarlierVisits[]> {
  const asked = await recordsOf(ctx)
    .where('kayit.id', 'in', [...kayit_ids])
    .execute()
  if (asked.length === 0) return []
  const roots = [...new Set(asked.map(({ root }) => root))]
  const records = await recordsOf(ctx)
    .where((eb) => eb.or([eb('vehicle.id', 'in', roots), eb('vehicle.merged_into', 'in', roots)]))
    .orderBy('kayit.gun', 'desc')
    .orderBy('kayit.id', 'desc')
    .execute()
  const byCar = Map.groupBy(records, ({ root }) => root)
  const found = asked.map((record) => {
    const all = byCar.get(record.root) ?? []
    return { record, others: all.filter(({ id }) => id !== record.id), before: all.filter(isBefore(record)) }
  })
  const named = found.flatMap(({ before }) => before.slice(0, NAMED))
  const works = await firstItems(
    ctx,
    named.map(({ id }) => id),
  )
  return found.map(({ record, others, before }) => ({
    kayit_id: record.id,
    vehicle_id: record.root,
    visits: before.length,
    last: before.slice(0, NAMED).map(({ id, gun, toplam_kurus, durum, islem_sayisi }) => ({
      kayit_id: id,
      day: gun,
      toplam_kurus,
      durum,
      ilk_islem: works.get(id) ?? '',
      islem_sayisi,
    })),
    km_since: kmSince(record, before),
    open_kayit_id: others.find(isOpenWork)?.id ?? null,
  }))
}

const recordsOf = ({ db, actor }: UserCtx) =>
  db
    .selectFrom('vehicle')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.user_id', '=', 'vehicle.user_id').onRef('kayit.vehicle_id', '=', 'vehicle.id'),
    )
    .where('vehicle.user_id', '=', actor.shop)
    .where('kayit.deleted_at', 'is', null)
    .select([rootColumn('vehicle').as('root'), 'kayit.id', 'gun', 'km_bilgisi', 'durum', 'cikis_tarihi'])
    .select(['toplam_kurus', 'islem_sayisi'])

type Came = { id: number; gun: string; km_bilgisi: number | null }

const isBefore = (record: Came) => (other: Came) =>
  other.gun < record.gun || (other.gun === record.gun && other.id < record.id)

function kmSince({ km_bilgisi }: Came, before: readonly Came[]): number | null {
  const last = before.find((one) => one.km_bilgisi !== null)?.km_bilgisi ?? null
  return km_bilgisi === null || last === null ? null : km_bilgisi - last
}

async function firstItems({ db, actor }: UserCtx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const items = await db
    .selectFrom('islem')
    .where('user_id', '=', actor.shop)
    .where('kayit_id', 'in', [...ids])
    .where('sira', '=', 0)
    .select(['kayit_id', 'islem_adi'])
    .execute()
  return new Map(items.map(({ kayit_id, islem_adi }) => [kayit_id, islem_adi]))
}
