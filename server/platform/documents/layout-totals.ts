import { formatTL, type Kurus } from '#shared/money.ts'

import { rateTitle } from './columns.ts'
import type { ServiceDocument } from './service-document.ts'
import { COLORS, STYLES, type Sheet, type TextStyle, UPRIGHT_A4, lineHeight } from './sheet.ts'

const BLOCK = { x: UPRIGHT_A4.x + UPRIGHT_A4.width - 254, width: 254 }
const PADDING = 12
const ROW_HEIGHT = 19
const BAND = { height: 40, gap: 6 }
const REMARK_HEIGHT = 18
const GAP_BELOW = 14
const LABEL_GAP = 8

/** The place on the left of the totals. */
export const BESIDE_TOTALS = { x: UPRIGHT_A4.x, width: UPRIGHT_A4.width - BLOCK.width - 30 }

type Total = { label: string; kurus: Kurus }

/** The remark below a table, the rows above the band, the band with the final sum, and the rows below it. */
export type Totals = { remark: string; rows: readonly Total[]; band: Total; below: readonly Total[] }

/** Returns the totals of a service document; the paid and the open sum are with VAT. */
export function totalsOf({ variant, totals, rates, paid }: ServiceDocument): Totals {
  const rest = paid?.rest_kurus ?? 0
  const withVat = variant === 'plain' ? ' (KDV dahil)' : ''
  const below =
    paid === null
      ? []
      : [
          { label: `Ödenen${withVat}`, kurus: paid.paid_kurus },
          { label: `${rest < 0 ? 'Fazla ödenen' : 'Kalan'}${withVat}`, kurus: Math.abs(rest) },
        ]
  const net = { label: 'KDV hariç toplam', kurus: totals.net_kurus }
  if (variant === 'plain') return { remark: 'Fiyatlara KDV dahil değildir.', rows: [], band: net, below }
  const vat = rates.map(({ kdv_orani, kdv_kurus }) => ({ label: rateTitle(kdv_orani), kurus: kdv_kurus }))
  return {
    remark: 'Birim fiyat ve tutara KDV dahildir.',
    rows: [net, ...vat],
    band: { label: 'KDV dahil toplam', kurus: totals.brut_kurus },
    below,
  }
}

/** Returns the height of the totals in points, with the gaps around them. */
export function totalsHeight({ rows, below }: Totals): number {
  const gap = below.length === 0 ? 0 : BAND.gap
  return REMARK_HEIGHT + (rows.length + below.length) * ROW_HEIGHT + BAND.gap + gap + BAND.height + GAP_BELOW
}

/** Draws the remark and the totals below the last column; the caller has ensured that they fit. Returns the rows' y. */
export function drawTotals(sheet: Sheet, { remark, rows, band, below }: Totals): number {
  const remarkBox = { ...sheet.page, width: sheet.page.width - 6, y: sheet.y + 3, style: STYLES.label }
  sheet.tagLines({ type: 'P' }, [remark], { ...remarkBox, align: 'right' })
  sheet.y += REMARK_HEIGHT
  const top = sheet.y
  for (const row of rows) {
    drawTotal(sheet, { ...row, height: ROW_HEIGHT }, { label: STYLES.sum, amount: STYLES.sum })
    sheet.y += ROW_HEIGHT
  }
  sheet.y += BAND.gap
  sheet.artifact('Layout', () => {
    sheet.pdf.roundedRect(BLOCK.x, sheet.y, BLOCK.width, BAND.height, 4.5).fill(COLORS.ink)
  })
  drawTotal(sheet, { ...band, height: BAND.height }, { label: STYLES.totalLabel, amount: STYLES.total })
  sheet.y += BAND.height
  if (below.length > 0) sheet.y += BAND.gap
  for (const row of below) {
    drawTotal(sheet, { ...row, height: ROW_HEIGHT }, { label: STYLES.sum, amount: STYLES.sum })
    sheet.y += ROW_HEIGHT
  }
  sheet.y += GAP_BELOW
  return top
}

/** Draws a line of the totals, with a smaller amount if it would be too wide. */
function drawTotal(
  sheet: Sheet,
  { label, kurus, height }: Total & { height: number },
  styles: { label: TextStyle; amount: TextStyle },
): void {
  const amount = formatTL(kurus)
  const span = { x: BLOCK.x + PADDING, width: BLOCK.width - 2 * PADDING }
  const room = span.width - sheet.measure(label, styles.label) - LABEL_GAP
  const style = sheet.fit(amount, styles.amount, room)
  const boxOf = (of: TextStyle) => ({ ...span, style: of, y: sheet.y + (height - lineHeight(of)) / 2 })
  sheet.tag({ type: 'P' }, () => {
    sheet.drawLines([`${label} `], boxOf(styles.label))
    sheet.drawLines([amount], { ...boxOf(style), align: 'right' })
  })
}
