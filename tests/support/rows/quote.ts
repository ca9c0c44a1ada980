import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { type PublicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { copiedShare, share } from '#tests/support/rows/share.ts'
import type { pageClient, Reply } from '#tests/support/panel/app.ts'

/** A quote of three jobs, ₺2.400, ₺600 and ₺1.200, for Ayşe Işık. */
export const QUOTED = {
  stage: 'quote' as const,
  quote_valid_until: '2026-11-30',
  info: {
    musteri_adi_soyadi: 'Ayşe Işık',
    musteri_tel: '0532 765 43 21',
    tc_vergino: '10000000146',
    plaka: '34 ABC 123',
    sasi_no: 'WVWZZZ1JZ3W386752',
    arac_marka: 'Renault',
    musteri_talebi: 'Frenden ses geliyor',
    aciklama: 'Balatalar bitmiş',
  },
  islemler: [
    { islem_adi: 'Ön fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
    { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 60_000 },
    { islem_adi: 'Rot balans', islem_adet: 1, fiyat_kurus: 120_000 },
  ],
}

/** Stores a quote; returns its id. */
export const quote = async (
  ctx: UserCtx,
  changes: Partial<Parameters<typeof save>[1]> = {},
): Promise<number> => (await save(ctx, { ...QUOTED, ...changes })).id

/** Builds a shop that has sent its customer a quote. */
export async function sendQuote(db: Kysely<DB>) {
  const ctx = userCtx(db, await buildUser(db, { company_name: 'Işık Oto' }))
  const kayit_id = await quote(ctx)
  return { ctx, kayit_id, ...(await share(ctx, { kayit_id })) }
}

/** Returns the stored answers to a shop's quotes. */
export const storedAnswers = ({ db, actor }: Pick<UserCtx, 'db' | 'actor'>) =>
  db.selectFrom('quote_answer').where('shop_id', '=', actor.shop).orderBy('version').selectAll().execute()

/** The fields of the form; `tutar` is the total in kuruş that the page showed. */
export type Form = { yanit?: string; ad?: string; tutar?: string; is?: readonly string[] }

export const APPROVED: Form = { yanit: 'onay', ad: 'Ayşe Yılmaz', tutar: '420000', is: ['0', '1', '2'] }

/** Returns the form as a browser encodes it. */
export const encoded = ({ is = [], ...fields }: Form): string =>
  new URLSearchParams([...Object.entries(fields), ...is.map((one) => ['is', one])] as [
    string,
    string,
  ][]).toString()

/** Sends the form of a quote's page. */
export const sendAnswer = (app: PublicApp, token: string, form: Form): Promise<Reply> =>
  visitPage(app, token, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encoded(form),
  })

type Shop = { app: PublicApp; page: ReturnType<typeof pageClient>; shop: number }
type Approval = Pick<typeof QUOTED, 'islemler'> & { info: object; ad: string; agent: string }

/** Stores a quote, sends it, and approves all of it as its customer with this name and browser; returns its id. */
export async function approve(
  { app, page, shop }: Shop,
  { info, islemler, ad, agent }: Approval,
): Promise<number> {
  const { kayit } = await page.kayit.save({ stage: 'quote', info, islemler })
  const link = copiedShare(kayit.id, shop)
  await page.share.create(link)
  const { text } = await visitPage(app, link.token)
  const tutar = /name="tutar" value="(\d+)"/.exec(text)?.[1] ?? ''
  await visitPage(app, link.token, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    body: encoded({ yanit: 'onay', ad, tutar, is: islemler.map((_, position) => String(position)) }),
  })
  return kayit.id
}

/** Sends a stored quote and approves its first two lines by the running panel at `address`. */
export async function approvedBy(ctx: UserCtx, kayit_id: number, address: string): Promise<void> {
  const { token } = await share(ctx, { kayit_id })
  const form = { ...APPROVED, is: ['0', '1'], tutar: '300000' }
  const { ok } = await fetch(new URL(`p/${token}`, address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encoded(form),
  })
  if (!ok) throw new Error('The quote was not approved.')
}
