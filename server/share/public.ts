import { paidOf, renderKayit, totalsOf, withTotals } from '#server/kayit/document.ts'
import { requireDetail } from '#server/kayit/queries.ts'
import { readPayments } from '#server/payment/queries.ts'
import { type BaseCtx, requireNotRestoring } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import { type Kurus, netUnitPrice, type Totals } from '#shared/money.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { firstName } from '#shared/share/rules.ts'

import { countView, findShare, type OpenShare } from './queries.ts'
import { readShareToken } from './token.ts'

type Opening = BaseCtx & ShopCtx

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

const shareNotFound = () => new AppError('NOT_FOUND', shareMessages.notFound)

/** Everything that the public page of a record shows. */
export type PublicRecord = {
  company: { name: string; tel: string; address: string }
  with_vat: boolean
  expires_at: Date
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
}

/**
 * Returns what the public page of a link shows of the record as it is now: no phone, tax or chassis number, and only the
 * first name. Throws NOT_FOUND.
 */
export async function openShare(
  base: BaseCtx,
  { token, isView }: { token: string; isView: boolean },
): Promise<PublicRecord> {
  const { id, ...shown } = await withShare(base, token, async (ctx, share) => {
    const [{ kayit, islemler }, company, payments] = await Promise.all([
      requireDetail(ctx, share.kayit_id),
      findCompany(ctx),
      readPayments(ctx, share.kayit_id),
    ])
    const totals = totalsOf(islemler)
    const { name, tel, address } = company
    return {
      id: share.id,
      company: { name, tel, address },
      with_vat: share.with_vat,
      expires_at: share.expires_at,
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
    }
  })
  if (isView) await tryCountView(base, { id, token })
  return shown
}

/** Counts a view. The count is optional, so its failure must not fail the page. */
async function tryCountView(base: BaseCtx, { id, token }: { id: number; token: string }): Promise<void> {
  const shop = readShareToken(token)?.shop
  if (shop === undefined) return
  try {
    await countView({ db: scopeToShop(base.db, shop), actor: { shop } }, { id, now: base.now })
  } catch (error) {
    base.log.warn({ err: error }, 'view of a link not counted')
  }
}

/** Returns the PDF of a link's record, without what the page leaves out. Throws NOT_FOUND, and UNAVAILABLE when too many wait. */
export async function shareDocument(
  base: BaseCtx,
  token: string,
): Promise<{ file: Uint8Array; name: string }> {
  const { shop, share } = await withShare(base, token, async ({ actor }, found) => ({
    shop: actor.shop,
    share: found,
  }))
  const ctx = { ...base, db: scopeToShop(base.db, shop), actor: { shop } }
  return renderKayit(ctx, {
    kayit_id: share.kayit_id,
    variant: share.with_vat ? 'vat' : 'plain',
    isPublic: true,
  })
}
