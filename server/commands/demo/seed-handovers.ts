import type { Kysely } from 'kysely'

import { saveDelivery, saveIntake } from '#server/intake/operations.ts'
import { readTerms } from '#server/intake/terms.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { addDays, type Day } from '#shared/date.ts'
import type { Mark } from '#shared/intake/outline.ts'
import { SIGNATURE, type Strokes } from '#shared/intake/rules.ts'
import { DURUM_BEKLEMEDE, DURUM_DEVAM, DURUM_TAMAM } from '#shared/options.ts'

import { demoCtx, type DemoShop } from './demo-ctx.ts'
import { createRandom } from './generate.ts'

const SEED = 45
const MARKS: readonly Mark[] = [
  { side: 'left', x: 380, y: 520, kind: 'scratch' },
  { side: 'rear', x: 300, y: 820, kind: 'dent' },
]

/** Takes the newest open car of the demo shop in, with a promise, and gives its newest completed one back. */
export async function seedHandovers(db: Kysely<DB>, shop: DemoShop): Promise<void> {
  const random = createRandom(SEED)
  const newest = (...statuses: string[]) =>
    db
      .selectFrom('kayit')
      .where('shop_id', '=', shop.shopId)
      .where('durum', 'in', statuses)
      .where('stage', '=', 'visit')
      .where('islem_sayisi', '>', 0)
      .orderBy('id', 'desc')
      .select(['id', 'musteri_adi_soyadi', 'km_bilgisi', 'giris_tarihi', 'cikis_tarihi', 'kayit_tarihi'])
      .limit(1)
      .executeTakeFirst()
  const takeIn = async (record: NonNullable<Awaited<ReturnType<typeof newest>>>, promised: Day) => {
    const ctx = demoCtx(db, shop, { day: record.giris_tarihi ?? record.kayit_tarihi, minute: 9 * 60 + 12 })
    await saveIntake(ctx, {
      kayit_id: record.id,
      car_kind: 'car',
      km: record.km_bilgisi,
      fuel: random.int(1, 6),
      belongings: 'Ruhsat, Yedek lastik, Çocuk koltuğu',
      marks: [...MARKS],
      promised_day: promised,
      promised_minute: 17 * 60,
      limit_kurus: 250_000,
      terms: await readTerms(ctx),
      signer: record.musteri_adi_soyadi,
      signature: inventSignature(random),
    })
  }
  const [open, done] = [await newest(DURUM_DEVAM, DURUM_BEKLEMEDE), await newest(DURUM_TAMAM)]
  if (open !== undefined) await takeIn(open, addDays(shop.today, 1))
  if (done === undefined) return
  const day = done.cikis_tarihi ?? done.kayit_tarihi
  await takeIn(done, day)
  await saveDelivery(demoCtx(db, shop, { day, minute: 17 * 60 + 5 }), {
    kayit_id: done.id,
    km: done.km_bilgisi === null ? null : done.km_bilgisi + 4,
    signer: done.musteri_adi_soyadi,
    parts: 'Müşteriye verildi',
    warranty_months: 6,
    warranty_km: 10_000,
    item_warranties: [],
    signature: inventSignature(random),
  })
}

/** Returns a line of loops like a quick signature, and a stroke below it. */
function inventSignature(random: ReturnType<typeof createRandom>): Strokes {
  const [loops, lean, height] = [random.int(4, 6), random.int(25, 45), random.int(60, 110)]
  const points = 60
  const middle = SIGNATURE.height / 2
  const line = Array.from({ length: points }, (_, index) => {
    const turn = (index / points) * loops * 2 * Math.PI
    const fading = 1 - (0.7 * index) / points
    return [
      Math.round(150 + (600 * index) / points - lean * Math.sin(turn)),
      Math.round(middle - 20 - height * fading * Math.cos(turn)),
    ]
  })
  return [line.flat(), [240, middle + 100, 520, middle + 85, 820, middle + 95]]
}
