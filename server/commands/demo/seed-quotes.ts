import type { Kysely } from 'kysely'

import { saveKayit } from '#server/kayit/save.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { answerQuote } from '#server/share/answer.ts'
import { createShare } from '#server/share/operations.ts'
import { openShare } from '#server/share/public.ts'
import { addDays } from '#shared/date.ts'
import type { Verdict } from '#shared/quote/rules.ts'
import { SECRET_BYTES, shareToken } from '#shared/share/token.ts'

import { demoCtx, type DemoShop } from './demo-ctx.ts'
import { createRandom, inventKayitlar } from './generate.ts'

/** The history of a quote in the demo shop: `made` days ago. */
type History = {
  made: number
  validDays: number
  isSent?: boolean
  isSeen?: boolean
  /** The customer's answer; an approval leaves the last line out. */
  answer?: Verdict
}

const HISTORIES: readonly History[] = [
  { made: 20, validDays: 10, isSent: true, isSeen: true },
  { made: 4, validDays: 15, isSent: true, isSeen: true, answer: 'refused' },
  { made: 3, validDays: 15, isSent: true, isSeen: true, answer: 'approved' },
  { made: 2, validDays: 15, isSent: true, isSeen: true },
  { made: 1, validDays: 15, isSent: true },
  { made: 0, validDays: 15 },
]
const SEED = 47

/** Stores quotes of the demo shop in every state: expired, refused, approved in part, seen, sent, not sent. */
export async function seedQuotes(db: Kysely<DB>, shop: DemoShop): Promise<void> {
  const random = createRandom(SEED)
  const invented = inventKayitlar({ seed: SEED, count: 60, today: shop.today, secondJobs: 1 })
  const ofCars = new Map([...invented].map((record) => [record.fields.plaka, record]))
  for (const [index, { fields, lines }] of [...ofCars.values()].slice(0, HISTORIES.length).entries()) {
    const { made, validDays, isSent, isSeen, answer } = HISTORIES[index] ?? { made: 0, validDays: 15 }
    const day = addDays(shop.today, -made)
    const ctx = demoCtx(db, shop, { day, minute: 9 * 60 + 10 * index })
    const { musteri_adi_soyadi, musteri_tel, plaka, sasi_no, arac_marka, arac_model, musteri_talebi } = fields
    const { kayit } = await saveKayit(ctx, {
      id: 0,
      stage: 'quote',
      quote_valid_until: addDays(day, validDays),
      info: { musteri_adi_soyadi, musteri_tel, plaka, sasi_no, arac_marka, arac_model, musteri_talebi },
      islemler: lines.map(({ islem_adi, islem_adet, fiyat_kurus }) => ({
        id: 0,
        islem_adi,
        islem_adet,
        fiyat_kurus,
      })),
    })
    if (isSent !== true) continue
    const secret = Uint8Array.from({ length: SECRET_BYTES }, () => random.int(0, 255))
    const token = shareToken(shop.shopId, secret)
    await createShare(ctx, { kind: 'record', id: kayit.id, with_vat: true, token, way: 'whatsapp' })
    const later = { ...ctx, now: new Date(ctx.now.getTime() + 40 * 60_000) }
    if (isSeen === true) await openShare(later, { token, isView: true })
    if (answer === undefined) continue
    const chosen = lines.slice(0, Math.max(1, lines.length - 1))
    await answerQuote(later, token, {
      verdict: answer,
      name: answer === 'approved' ? musteri_adi_soyadi : '',
      positions: chosen.map((_, position) => position),
      seen_kurus: chosen.reduce((sum, { islem_adet, fiyat_kurus }) => sum + islem_adet * fiyat_kurus, 0),
    })
  }
}
