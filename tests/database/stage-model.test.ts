import { expect, test } from 'vitest'

import { mergeLinked } from '#server/directory/merge.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import type { LinkName } from '#server/directory/links.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { AppError } from '#shared/errors.ts'
import { EARLY_STAGES } from '#shared/kayit/stage.ts'
import { isShort } from '#tests/long-form.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { accountShop } from '#tests/support/rows/accounts.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { answersOf, arrive, awaitAgain, quoteAgain } from '#tests/support/rows/stages.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const db = await testDatabase()

/** Cars with their customers. Each has a first visit, so that no quote stores them. */
const PAIRS = [1, 2, 3].map((number) => ({
  musteri_adi_soyadi: ['Ayşe Işık', 'Mert Can', 'Çiğdem Öz'][number - 1] ?? '',
  musteri_tel: `0532 111 22 3${number}`,
  plaka: `34 ABC 00${number}`,
  arac_marka: ['Fiat', 'Ford', 'Opel'][number - 1] ?? '',
}))
const DAYS = ['2025-12-31', '2026-10-31', '2026-11-02', '2026-11-20']
const NAMES = ['Balata', 'Yağ', 'Triger seti', 'Yalnız teklif']
const WORDS = ['34', 'ayşe', 'abc 002', 'teklif', 'balata', 'ya', 'can fiat']

const VISIT_STEPS = ['add', 'edit', 'status', 'delete', 'relink', 'pay', 'merge'] as const
const QUOTE_STEPS = ['add', 'edit', 'delete', 'relink', 'convert', 'old path', 'merge'] as const

type Step = {
  of: number
  to: number
  day: string
  price: number
} & (
  | { on: 'visit'; kind: (typeof VISIT_STEPS)[number] }
  | { on: 'quote'; kind: (typeof QUOTE_STEPS)[number] }
)

const numbers = {
  of: fc.nat({ max: 30 }),
  to: fc.nat({ max: 30 }),
  day: fc.constantFrom(...DAYS),
  price: fc.integer({ min: 0, max: 60_000 }),
}
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ on: fc.constant('visit' as const), kind: fc.constantFrom(...VISIT_STEPS), ...numbers }),
  fc.record({ on: fc.constant('quote' as const), kind: fc.constantFrom(...QUOTE_STEPS), ...numbers }),
)

type Kept = { id: number; isDeleted: boolean }
type Shop = Awaited<ReturnType<typeof accountShop>> & { visits: Kept[]; quotes: Kept[] }

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)]
const itemsOf = ({ of, to, price }: Step) =>
  Array.from({ length: 1 + (of % 2) }, (_, index) => ({
    islem_adi: NAMES[(to + index) % NAMES.length] ?? '',
    islem_adet: 1 + (to % 3),
    fiyat_kurus: price,
  }))

async function toggle(ctx: UserCtx, one: Kept): Promise<void> {
  await (one.isDeleted ? restoreKayit : deleteKayit)(ctx, { kayit_id: one.id })
  one.isDeleted = !one.isDeleted
}

/** Returns the ids of the shop's cars or customers, the oldest first. */
const linkedIn = async ({ actor }: UserCtx, name: LinkName) =>
  (await db.selectFrom(name).where('shop_id', '=', actor.shop).orderBy('id').select('id').execute()).map(
    ({ id }) => id,
  )

async function performOnVisit({ ctx, visits }: Shop, step: Step & { on: 'visit' }): Promise<void> {
  const { kind, of, to, day, price } = step
  const one = pick(visits, of)
  if (kind === 'add' || one === undefined) {
    const stay = { giris_tarihi: day, durum: of % 3 === 0 ? 'Tamamlandı' : 'Devam Ediyor' }
    const cikis_tarihi = of % 3 === 0 ? day : null
    const info = { ...pick(PAIRS, to), ...stay, cikis_tarihi, km_bilgisi: of * 1_000 }
    const { id } = await save(ctx, { info, islemler: itemsOf(step) })
    visits.push({ id, isDeleted: false })
    return
  }
  const { id } = one
  const name = of % 2 === 0 ? 'vehicle' : 'customer'
  // The first cars and customers are those of the pairs.
  const linked = (await linkedIn(ctx, name)).slice(0, PAIRS.length)
  if (kind === 'delete') await toggle(ctx, one)
  else if (kind === 'edit') await save(ctx, { id, info: { aciklama: day }, islemler: itemsOf(step) })
  else if (kind === 'status')
    await save(ctx, {
      id,
      info: { durum: ['Tamamlandı', 'İptal', 'Devam Ediyor'][to % 3], cikis_tarihi: day },
    })
  else if (kind === 'pay') await take(ctx, { kayit_id: id, amount_kurus: price + 1, kind: 'payment', day })
  else if (kind === 'relink') await relink(ctx, name, { kayit_id: id, id: pick(linked, to) ?? 0 })
  else await mergeLinked(ctx, name, { id: linked[2] ?? 0, into: linked[1] ?? 0 })
}

async function performOnQuote({ ctx, owner, quotes }: Shop, step: Step & { on: 'quote' }): Promise<void> {
  const { kind, of, to, day } = step
  const one = pick(quotes, of)
  if (kind === 'add' || one === undefined) {
    const own = {
      musteri_adi_soyadi: `Teklif Kişisi ${of % 4}`,
      plaka: of % 2 === 0 ? '' : `06 TKL ${of % 4}`,
    }
    const info = { ...(of % 3 === 0 ? own : pick(PAIRS, to)), giris_tarihi: day, durum: 'Tamamlandı' }
    const stage = EARLY_STAGES[to % 2] ?? 'quote'
    const appointment = stage === 'appointment' ? { appointment: { day, start: 30 * of, minutes: 60 } } : {}
    const { id } = await save(ctx, { info, stage, islemler: itemsOf(step), ...appointment })
    quotes.push({ id, isDeleted: false })
    return
  }
  const { id } = one
  const name = of % 2 === 0 ? 'vehicle' : 'customer'
  const linked = await linkedIn(ctx, name)
  if (kind === 'delete') await toggle(ctx, one)
  else if (kind === 'edit')
    await save(ctx, {
      id,
      info: { kayit_tarihi: day },
      islemler: itemsOf(step),
      quote_valid_until: day,
      appointment: { day, start: 30 * to, minutes: 30, state: of % 2 === 0 ? 'awaited' : 'missed' },
    })
  else if (kind === 'relink') await relink(ctx, name, { kayit_id: id, id: pick(linked, to) ?? 0 })
  else if (kind === 'merge') {
    const [into, other] = linked.slice(PAIRS.length)
    if (into !== undefined && other !== undefined) await mergeLinked(ctx, name, { id: other, into })
  } else if (kind === 'old path') {
    const info = { id, durum: 'Tamamlandı', cikis_tarihi: day, giris_tarihi: day }
    await legacyClient(testApp(db), db, owner).post('submitKayit.php', { info })
  } else {
    // A car that is typed now would describe the car of others, as every visit does.
    const { kayit } = await getKayit(ctx, { kayit_id: id })
    const info = kayit.plaka === '' ? { plaka: `06 TKL ${of}` } : {}
    const { version } = await arrive(ctx, { id, info, islemler: itemsOf(step) })
    // A visit that came by an appointment is one again, any other is a quote.
    await awaitAgain(ctx, id, version).catch(() => quoteAgain(ctx, id, version))
  }
}

/** A refusal changes nothing. */
const unlessRefused = (work: Promise<void>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })

test(
  'quotes and appointments change no answer about visits',
  { timeout: isShort ? 300_000 : 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: isShort ? 25 : 50 }), async (plan) => {
        const [plain, mixed] = await Promise.all(
          ['plain', 'mixed'].map(async (): Promise<Shop> => {
            const shop = { ...(await accountShop(db)), visits: [] as Kept[], quotes: [] }
            for (const info of PAIRS) {
              const { id } = await save(shop.ctx, { info: { ...info, giris_tarihi: '2025-06-01' } })
              shop.visits.push({ id, isDeleted: false })
            }
            return shop
          }),
        )
        if (plain === undefined || mixed === undefined) throw new Error('no shops')
        for (const one of plan)
          if (one.on === 'quote') await unlessRefused(performOnQuote(mixed, one))
          else for (const shop of [plain, mixed]) await unlessRefused(performOnVisit(shop, one))
        const read = ({ owner, visits }: Shop) => {
          const names = new Map(visits.map(({ id }, index) => [id, `visit ${index}`]))
          return answersOf({ db, user: owner, names, words: WORDS })
        }
        const { shop } = mixed.ctx.actor
        expect(await storedTotals(db, shop)).toEqual(await countedTotals(db, shop))
        // The last saved use of a name on a day counts, but a recount takes that of the last record.
        if (plan.some(({ kind }) => kind === 'convert'))
          for (const { ctx } of [plain, mixed]) await recountTotals(db, ctx.actor.shop)
        expect(await read(mixed)).toEqual(await read(plain))
      }),
      { numRuns: isShort ? 5 : 100, endOnFailure: true },
    )
  },
)
