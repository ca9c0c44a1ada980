import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { intactText, sha256 } from '#server/platform/lib/frozen.ts'
import type { Day } from '#shared/date.ts'
import { isDiscount as isReduction } from '#shared/kayit/discount.ts'
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

/** A quote as it was sent: a version of its terms. `isExtra` marks one for more work on an open visit. */
export type FrozenQuote = QuoteTerms &
  QuoteNumber & { version: number; day: Day; with_vat: boolean; isExtra?: boolean }

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

/** Returns the answers to the newest versions of quotes, the oldest first. */
export const findAnswers = (shop: ShopCtx, kayitIds: readonly number[]) =>
  ownRows(shop, 'quote_answer')
    .innerJoin('quote', inSameShop('quote.kayit_id', 'quote_answer.kayit_id'))
    .where('quote_answer.kayit_id', 'in', [...kayitIds])
    .whereRef('quote.version', '=', 'quote_answer.version')
    .orderBy('quote_answer.at')
    .select(['quote_answer.kayit_id', 'quote_answer.version', 'quote_answer.at', 'quote_answer.verdict'])
    .select(['quote_answer.name', 'quote_answer.positions', 'quote_answer.total_kurus'])
    .select(['quote_answer.content', 'quote_answer.content_hash'])
    .execute()
export type QuoteAnswer = Awaited<ReturnType<typeof findAnswers>>[number]

/** Returns the answer to the newest version of a quote; `undefined` without one. */
export const findAnswer = async (shop: ShopCtx, kayitId: number): Promise<QuoteAnswer | undefined> =>
  (await findAnswers(shop, [kayitId]))[0]

export type Approval = { lines: QuoteLine[]; positions: ReadonlySet<number> }

/**
 * Returns what the customer approved of the newest version; `null` without an approval, after an erasure, and if the
 * stored text was altered: such a quote becomes a visit with all lines.
 */
export const findApproval = async (shop: ShopCtx, kayitId: number): Promise<Approval | null> =>
  approvalOf(await findAnswer(shop, kayitId))

/** Returns the same of an answer. */
export function approvalOf(answer: QuoteAnswer | undefined): Approval | null {
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
 * Returns the items with which a quote becomes a visit: those that were sent, without the unchanged ones that the customer
 * did not approve; all of them where there is no approval, or the stored work has changed since it.
 */
export function itemsOfVisit(
  sent: readonly IslemInput[] | undefined,
  stored: readonly Stored[],
  approval: Approval | null,
): IslemInput[] | undefined {
  const items = itemsInOrder(stored)
  if (approval === null || !isSameWork(items, approval.lines)) return sent?.slice()
  const left = new Map(
    items.filter((_, position) => !approval.positions.has(position)).map((item) => [item.id, item]),
  )
  return (sent ?? items).filter((item) => {
    const unwanted = left.get(item.id)
    return unwanted === undefined || !isSameItem(item, unwanted)
  })
}

const isSameItem = (one: IslemInput, { islem_adi, islem_adet, fiyat_kurus }: IslemInput): boolean =>
  one.islem_adi === islem_adi &&
  one.islem_adet === islem_adet &&
  (one.fiyat_kurus === undefined || one.fiyat_kurus === fiyat_kurus)

/** Returns the items of a quote that a visit becomes again: also those that its customer had not approved. */
export function itemsOfQuote(stored: readonly Stored[], approval: Approval | null): IslemInput[] | undefined {
  const left = itemsInOrder(stored)
  if (approval === null || !isSameWork(left, approvedLines(approval))) return undefined
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

/** Returns the items with accepted lines. A record has one discount, so that of the quote raises the stored one. */
export function withLines(stored: readonly IslemInput[], lines: readonly QuoteLine[]): IslemInput[] {
  const added = lines.map(({ name, quantity, unit_kurus, isDiscount }): IslemInput => ({
    id: 0,
    islem_adi: name,
    islem_adet: quantity,
    fiyat_kurus: unit_kurus,
    ...(isDiscount && { kind: 'discount' }),
  }))
  const all = [...stored, ...added]
  const [first, ...others] = all.filter(isReduction)
  if (first === undefined) return all
  const discount = others.reduce((sum, { fiyat_kurus = 0 }) => sum + fiyat_kurus, first.fiyat_kurus ?? 0)
  return [...all.filter((item) => !isReduction(item)), { ...first, fiyat_kurus: discount }]
}

/** Returns stored items in their order, as they are saved again. */
export const itemsInOrder = (stored: readonly Stored[]): IslemInput[] =>
  stored.toSorted((one, other) => one.position - other.position).map(itemOf)

const itemOf = ({ id, islem_adi, islem_adet, fiyat_kurus, kind }: Stored): IslemInput => ({
  id,
  islem_adi,
  islem_adet,
  fiyat_kurus,
  ...(kind === 'discount' && { kind }),
})
