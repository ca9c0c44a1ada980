import { type UserCtx, redactFor } from '#server/platform/core/context.ts'
import { firstItems } from '#server/kayit/list.ts'
import { debtsSince, MONEY_COLUMNS } from '#server/payment/queries.ts'
import { newestRecordsOf, recordsOfCars } from '#server/vehicle/list.ts'
import type { EarlierVisits } from '#shared/history/schema.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { owedFor } from '#shared/payment/rules.ts'

const NAMED = 2

const FACTS = ['km_bilgisi', 'toplam_kurus', 'islem_sayisi'] as const

/**
 * Returns the earlier visits and the debts of these records' cars, in no order. Records that are missing or have no car
 * are left out.
 */
export async function earlierVisits(
  ctx: UserCtx,
  { kayit_ids }: { kayit_ids: readonly number[] },
): Promise<EarlierVisits[]> {
  const asked = await recordsOfCars(ctx)
    .select(FACTS)
    .where('kayit.id', 'in', [...kayit_ids])
    .execute()
  if (asked.length === 0) return []
  const roots = [...new Set(asked.map(({ root }) => root))]
  const [records, start] = await Promise.all([
    newestRecordsOf(ctx, roots).select(FACTS).select(MONEY_COLUMNS).execute(),
    debtsSince(ctx),
  ])
  const byCar = Map.groupBy(records, ({ root }) => root)
  const found = asked.map((record) => {
    const all = byCar.get(record.root) ?? []
    return { record, others: all.filter(({ id }) => id !== record.id), before: all.filter(isBefore(record)) }
  })
  const named = found.flatMap(({ before }) => before.slice(0, NAMED))
  const namedIds = named.map(({ id }) => id)
  const works = await firstItems(ctx, namedIds)
  const visits = found.map(({ record, others, before }) => ({
    kayit_id: record.id,
    vehicle_id: record.root,
    visits: before.length,
    last: before.slice(0, NAMED).map(({ id, day, toplam_kurus, durum, islem_sayisi }) => ({
      kayit_id: id,
      day,
      toplam_kurus,
      durum,
      ilk_islem: works.get(id) ?? '',
      islem_sayisi,
    })),
    km_since: kmSince(record, before),
    open_kayit_id: others.find(isOpenWork)?.id ?? null,
    ...owedFor(others, start),
  }))
  return redactFor(ctx, visits)
}

type Came = { id: number; day: string; km_bilgisi: number | null }

const isBefore = (record: Came) => (other: Came) =>
  other.day < record.day || (other.day === record.day && other.id < record.id)

function kmSince({ km_bilgisi }: Came, before: readonly Came[]): number | null {
  const last = before.find((one) => one.km_bilgisi !== null)?.km_bilgisi ?? null
  return km_bilgisi === null || last === null ? null : km_bilgisi - last
}
