import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { intactText, sha256 } from '#server/platform/lib/frozen.ts'
import type { Day } from '#shared/date.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'
import type { Kurus, Totals } from '#shared/money.ts'
import type { QuoteNumber } from '#shared/quote/rules.ts'
import { firstName } from '#shared/share/rules.ts'

import type { IslemLine } from './derived.ts'
import { totalsOf, withTotals } from './line-totals.ts'
import type { requireDetail } from './queries.ts'

/** A line of a sent quote; `unit_kurus` is with VAT. */
export type QuoteLine = { name: string; quantity: number; unit_kurus: Kurus; isDiscount: boolean } & Totals

/** The offer of a quote. Another offer is another version. */
export type QuoteTerms = {
  plate: string
  make: string
  /** The first name only. */
  customer: string
  valid_until: Day | null
  lines: QuoteLine[]
  totals: Totals
}

/** A quote as it was sent: a version of its terms. */
export type FrozenQuote = QuoteTerms & QuoteNumber & { version: number; day: Day; with_vat: boolean }

/** Returns what the stored quote offers, in one order of its fields, because its hash is compared. */
export function termsOf({
  kayit,
  islemler,
  quote_valid_until = null,
}: Awaited<ReturnType<typeof requireDetail>>): QuoteTerms {
  return {
    plate: kayit.plaka,
    make: kayit.arac_marka,
    customer: firstName(kayit.musteri_adi_soyadi),
    valid_until: quote_valid_until,
    lines: withTotals(islemler).map(({ line, totals }) => ({
      name: line.islem_adi,
      quantity: line.islem_adet,
      unit_kurus: line.fiyat_kurus,
      isDiscount: line.kind === 'discount',
      net_kurus: totals.net_kurus,
      kdv_kurus: totals.kdv_kurus,
      brut_kurus: totals.brut_kurus,
    })),
    totals: totalsOf(islemler),
  }
}

export const hashTerms = (terms: QuoteTerms): Buffer => sha256(JSON.stringify(terms))

/** Returns the number, the newest version and the hash of its terms; `undefined` for a quote that was never sent. */
export const findQuote = (shop: ShopCtx, kayitId: number) =>
  ownRows(shop, 'quote')
    .where('kayit_id', '=', kayitId)
    .select(['year', 'number', 'version', 'terms_hash', 'sent_at'])
    .executeTakeFirst()

/** Returns the answer to the newest version of a quote; `undefined` without one. */
export const findAnswer = (shop: ShopCtx, kayitId: number) =>
  ownRows(shop, 'quote_answer')
    .innerJoin('quote', inSameShop('quote.kayit_id', 'quote_answer.kayit_id'))
    .where('quote_answer.kayit_id', '=', kayitId)
    .whereRef('quote.version', '=', 'quote_answer.version')
    .select(['quote_answer.version', 'quote_answer.at', 'quote_answer.verdict', 'quote_answer.name'])
    .select(['quote_answer.positions', 'quote_answer.total_kurus'])
    .select(['quote_answer.content', 'quote_answer.content_hash'])
    .executeTakeFirst()

export type Approval = { lines: QuoteLine[]; positions: ReadonlySet<number> }

/**
 * Returns what the customer approved of the newest version; `null` without an approval, after an erasure, and if the
 * stored text was altered: such a quote becomes a visit with all lines.
 */
export async function findApproval(shop: ShopCtx, kayitId: number): Promise<Approval | null> {
  const answer = await findAnswer(shop, kayitId)
  const content = answer?.verdict === 'approved' ? intactText(answer) : null
  if (answer === undefined || content === null) return null
  return {
    lines: (JSON.parse(content) as FrozenQuote).lines,
    positions: new Set(JSON.parse(answer.positions) as number[]),
  }
}

export const approvedLines = ({ lines, positions }: Approval): QuoteLine[] =>
  lines.filter((_, position) => positions.has(position))

/** Returns whether these items are the lines: an approval holds for nothing else. */
export const isSameWork = (items: readonly Work[], lines: readonly QuoteLine[]): boolean =>
  items.length === lines.length &&
  lines.every(
    ({ name, quantity, unit_kurus }, position) =>
      items[position]?.islem_adi === name &&
      items[position].islem_adet === quantity &&
      items[position].fiyat_kurus === unit_kurus,
  )

type Work = Pick<IslemInput, 'islem_adi' | 'islem_adet' | 'fiyat_kurus'>
type Stored = IslemLine & { id: number; position: number }

/**
 * Returns the items with which a quote becomes a visit: the approved ones with their ids, or those that were sent where
 * there is no approval, or the work has changed since it.
 */
export function itemsOfVisit(
  sent: readonly IslemInput[] | undefined,
  stored: readonly Stored[],
  approval: Approval | null,
): IslemInput[] | undefined {
  const rows = stored.toSorted((one, other) => one.position - other.position)
  const items = sent?.slice() ?? rows.map(itemOf)
  if (approval === null || !isSameWork(rows, approval.lines) || !isSameWork(items, approval.lines))
    return sent?.slice()
  return items.filter((_, position) => approval.positions.has(position))
}

/** Returns the items of a quote that a visit becomes again: also those that its customer had not approved. */
export function itemsOfQuote(stored: readonly Stored[], approval: Approval | null): IslemInput[] | undefined {
  const rows = stored.toSorted((one, other) => one.position - other.position)
  if (approval === null || !isSameWork(rows, approvedLines(approval))) return undefined
  const left = rows.map(itemOf)
  return approval.lines.map(
    ({ name, quantity, unit_kurus, isDiscount }, position) =>
      (approval.positions.has(position) ? left.shift() : undefined) ?? {
        id: 0,
        islem_adi: name,
        islem_adet: quantity,
        fiyat_kurus: unit_kurus,
        ...(isDiscount && { kind: 'discount' as const }),
      },
  )
}

const itemOf = ({ id, islem_adi, islem_adet, fiyat_kurus, kind }: Stored): IslemInput => ({
  id,
  islem_adi,
  islem_adet,
  fiyat_kurus,
  ...(kind === 'discount' && { kind }),
})
