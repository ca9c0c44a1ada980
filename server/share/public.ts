import { statementTable } from '#server/balance/statement.ts'
import { paidOf, quoteOf, renderKayit, renderQuote } from '#server/kayit/document.ts'
import { totalsOf, withTotals } from '#server/kayit/line-totals.ts'
import type { FrozenQuote } from '#server/kayit/quote.ts'
import { documentTitle } from '#server/platform/documents/service-document.ts'
import { requireDetail } from '#server/kayit/queries.ts'
import { readPayments } from '#server/payment/queries.ts'
import { type BaseCtx, requireNotRestoring, today } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { thaw } from '#server/platform/lib/frozen.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { pdfChunks } from '#server/platform/export/file.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import { type Kurus, netUnitPrice, type Totals } from '#shared/money.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { firstName } from '#shared/share/rules.ts'

import { historyTable, readSharedHistory, type SharedHistory } from './history.ts'
import { findShare, type OpenShare, subjectOf } from './queries.ts'
import { type PublicQuote, readQuote } from './public-quote.ts'
import type { FrozenStatement } from './statement.ts'
import { readShareToken } from './token.ts'
import { tryCountView } from './views.ts'

export type Opening = BaseCtx & ShopCtx

/** Runs `work` for the shop and the link of a token. Throws the same NOT_FOUND for every token without an open link. */
async function withShare<T>(
  base: BaseCtx,
  token: string,
  work: (ctx: Opening, share: OpenShare) => Promise<T>,
): Promise<T> {
  requireNotRestoring(base)
  const read = readShareToken(token)
  if (read === null) throw shareNotFound()
  const { shop, tokenHash } = read
  const ctx = { ...base, db: scopeToShop(base.db, shop), actor: { shop } }
  return withSnapshot(ctx, async (one) => {
    const share = await findShare(one, { tokenHash, now: base.now })
    if (share === undefined) throw shareNotFound()
    return work(one, share)
  })
}

export const shareNotFound = () => new AppError('NOT_FOUND', shareMessages.notFound)

/** The shop's head of every public page, and the end of its link. */
type Head = { company: { name: string; tel: string; address: string }; expires_at: Date }

/** Everything that the public page of a record shows. */
export type PublicRecord = {
  kind: 'record'
  /** The name of the document. */
  title: string
  with_vat: boolean
  plate: string
  make: string
  customer: string
  status: string
  day: Day
  /** Unit prices and amounts are with VAT or net, as the link says. */
  lines: readonly { name: string; quantity: number; unit_kurus: Kurus; amount_kurus: Kurus }[]
  totals: Totals
  /** `null` before the first payment. */
  paid: { paid_kurus: Kurus; rest_kurus: Kurus } | null
  /** Present if the record is a quote. */
  quote: { valid_until: Day | null } | undefined
}
export type PublicHistory = SharedHistory & { kind: 'vehicle' }
export type PublicStatement = FrozenStatement & { kind: 'statement' }
type Shown = PublicRecord | PublicQuote | PublicHistory | PublicStatement
export type PublicPage = Head & Shown

/** How each kind of link is read: a record and a car as they are now, a quote and a statement as they were sent. */
const READ: Readonly<Record<OpenShare['kind'], (ctx: Opening, share: OpenShare) => Promise<Shown>>> = {
  record: readRecord,
  quote: requireQuote,
  vehicle: async (ctx, share) => ({
    kind: 'vehicle',
    ...(await readSharedHistory(ctx, share)),
  }),
  statement: async (_, share) => ({ kind: 'statement', ...(thaw(share) as FrozenStatement) }),
}

/**
 * Returns what the public page of a link shows: no phone, tax or chassis number, and only the first name. Throws
 * NOT_FOUND.
 */
export async function openShare(
  base: BaseCtx,
  { token, isView }: { token: string; isView: boolean },
): Promise<PublicPage> {
  const { share: opened, ...shown } = await withShare(base, token, async (ctx, share) => {
    const [content, { name, tel, address }] = await Promise.all([
      READ[share.kind](ctx, share),
      findCompany(ctx),
    ])
    return { share, company: { name, tel, address }, expires_at: share.expires_at, ...content }
  })
  if (isView) await tryCountView(base, { share: opened, token })
  return shown
}

async function readRecord(ctx: Opening, share: OpenShare): Promise<PublicRecord> {
  const { id } = subjectOf(share)
  const [{ kayit, islemler, ...stages }, payments] = await Promise.all([
    requireDetail(ctx, id),
    readPayments(ctx, id),
  ])
  const quote = quoteOf(stages)
  const totals = totalsOf(islemler)
  return {
    kind: 'record',
    title: documentTitle({ quote }),
    with_vat: share.with_vat,
    plate: kayit.plaka,
    make: kayit.arac_marka,
    customer: firstName(kayit.musteri_adi_soyadi),
    status: kayit.durum,
    day: recordDay(kayit),
    lines: withTotals(islemler).map(({ line, totals: own }) => ({
      name: line.islem_adi,
      quantity: line.islem_adet,
      unit_kurus: share.with_vat ? line.fiyat_kurus : netUnitPrice(line.fiyat_kurus),
      amount_kurus: share.with_vat ? own.brut_kurus : own.net_kurus,
    })),
    totals,
    paid: paidOf(kayit, payments, totals),
    quote,
  }
}

/** Returns the quote of a link. Throws NOT_FOUND if its record is deleted. */
export async function requireQuote(ctx: Opening, share: OpenShare): Promise<PublicQuote> {
  const found = share.kind === 'quote' ? await readQuote(ctx, share) : null
  if (found === null) throw shareNotFound()
  return found
}

type PublicFile = { file: Uint8Array; name: string }

/** Returns the PDF of a link, without what the page leaves out. Throws NOT_FOUND, and UNAVAILABLE when too many wait. */
export async function shareDocument(base: BaseCtx, token: string): Promise<PublicFile> {
  const { render } = await withShare(base, token, async (ctx, share) => {
    if (share.kind === 'quote') {
      const [company] = await Promise.all([findCompany(ctx), requireQuote(ctx, share)])
      return { render: () => renderQuote(base.pdf, { company, quote: thaw(share) as FrozenQuote }) }
    }
    if (share.kind !== 'record') {
      const book = await bookOf(ctx, share)
      return { render: () => renderBook(base, book) }
    }
    const shop = { ...base, db: scopeToShop(base.db, ctx.actor.shop), actor: { shop: ctx.actor.shop } }
    const variant = share.with_vat ? ('vat' as const) : ('plain' as const)
    const { id: kayit_id } = subjectOf(share)
    return { render: () => renderKayit(shop, { kayit_id, variant, isPublic: true }) }
  })
  // Rendering takes long, so the snapshot has ended.
  return render()
}

async function bookOf(ctx: Opening, share: OpenShare): Promise<Book> {
  const company = await findCompany(ctx)
  if (share.kind === 'vehicle') {
    const history = await readSharedHistory(ctx, share)
    const day = today(ctx)
    return { fileName: `arac-gecmisi-${day}`, issuedOn: day, company, ...historyTable(history) }
  }
  const statement = thaw(share) as FrozenStatement
  const { day } = statement
  return { fileName: `hesap-ekstresi-${day}`, issuedOn: day, company, ...statementTable(statement) }
}

async function renderBook({ pdf }: BaseCtx, book: Book): Promise<PublicFile> {
  return { file: Buffer.concat(await Array.fromAsync(pdfChunks(book, pdf))), name: `${book.fileName}.pdf` }
}
