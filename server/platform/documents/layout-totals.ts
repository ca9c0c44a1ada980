import { formatTL } from '#shared/money.ts'

import { RATE_COLUMNS } from './columns.ts'
import { drawTable, CELL_PADDING, planTable } from './layout-table.ts'
import type { DocumentVariant, ServiceDocument } from './service-document.ts'
import { COLORS, STYLES, type Sheet, type TextStyle, UPRIGHT_A4, lineHeight } from './sheet.ts'

const BLOCK = { x: UPRIGHT_A4.x + UPRIGHT_A4.width - 226, width: 226 }
const ROW_HEIGHT = 17
const BAND_HEIGHT = 32
const GAP_ABOVE = 8
const GAP_BELOW = 14
const GAP_BETWEEN = 16
const RATES_SPAN = { x: UPRIGHT_A4.x, width: UPRIGHT_A4.width - BLOCK.width - GAP_BETWEEN }
const LEAST_RATE_WIDTH = 44
const LABEL_GAP = 8

type Total = { label: string; kurus: (document: ServiceDocument) => number }

const NET: Total = { label: 'KDV hariç toplam', kurus: ({ totals }) => totals.net_kurus }
const VAT: Total = { label: 'KDV', kurus: ({ totals }) => totals.kdv_kurus }
const GROSS: Total = { label: 'KDV dahil toplam', kurus: ({ totals }) => totals.brut_kurus }

/** Rows above the band, the band with the final sum, and a remark next to it. */
const BLOCKS: Readonly<Record<DocumentVariant, { rows: readonly Total[]; band: Total; remark: string }>> = {
  vat: { rows: [NET, VAT], band: GROSS, remark: '' },
  plain: { rows: [], band: NET, remark: 'Fiyatlara KDV dahil değildir.' },
}

/** Decides the height of the totals, in points with the gaps around, and the table of rates on their left, with VAT. */
export function measureTotals(sheet: Sheet, document: ServiceDocument) {
  const totals = BLOCKS[document.variant].rows.length * ROW_HEIGHT + BAND_HEIGHT
  if (document.variant === 'plain') return { rates: null, height: GAP_ABOVE + totals + GAP_BELOW }
  const rates = planTable(
    sheet,
    { columns: RATE_COLUMNS, rows: document.rates, empty: '' },
    { span: RATES_SPAN, leastFirst: LEAST_RATE_WIDTH },
  )
  const table = rates.rows.reduce((sum, row) => sum + row.height, rates.head.height)
  return { rates, height: GAP_ABOVE + Math.max(totals, table) + GAP_BELOW }
}

/** Draws the totals below the last column, the rates on their left; the caller has ensured that `height` fits. */
export function drawTotals(
  sheet: Sheet,
  document: ServiceDocument,
  { rates, height }: ReturnType<typeof measureTotals>,
): void {
  const end = sheet.y + height
  const top = sheet.y + GAP_ABOVE
  sheet.y = top
  if (rates !== null) drawTable(sheet, rates, 0)
  sheet.y = top
  drawSums(sheet, document)
  sheet.y = end
}

function drawSums(sheet: Sheet, document: ServiceDocument): void {
  const { rows, band, remark } = BLOCKS[document.variant]
  const lineOf = ({ label, kurus }: Total, height: number) => ({
    label,
    amount: formatTL(kurus(document)),
    height,
  })
  for (const row of rows) {
    drawTotal(sheet, lineOf(row, ROW_HEIGHT), { label: STYLES.value, amount: STYLES.value })
    sheet.y += ROW_HEIGHT
  }
  sheet.artifact('Layout', () => {
    sheet.pdf.roundedRect(BLOCK.x, sheet.y, BLOCK.width, BAND_HEIGHT, 3).fill(COLORS.ink)
  })
  drawTotal(sheet, lineOf(band, BAND_HEIGHT), { label: STYLES.totalLabel, amount: STYLES.total })
  if (remark === '') return
  const y = sheet.y + (BAND_HEIGHT - lineHeight(STYLES.value)) / 2
  sheet.tagLines({ type: 'P' }, [remark], { ...RATES_SPAN, y, style: STYLES.value })
}

type TotalLine = { label: string; amount: string; height: number }
type TotalStyles = { label: TextStyle; amount: TextStyle }

/** Draws a line of the totals, with a smaller amount if it would be too wide. */
function drawTotal(sheet: Sheet, { label, amount, height }: TotalLine, styles: TotalStyles): void {
  const span = { x: BLOCK.x + 10, width: BLOCK.width - 10 - CELL_PADDING.x }
  const room = span.width - sheet.measure(label, styles.label) - LABEL_GAP
  const width = sheet.measure(amount, styles.amount)
  const { size } = styles.amount
  const style = { ...styles.amount, size: width <= room ? size : (size * room) / width }
  const boxOf = (style: TextStyle) => ({ ...span, style, y: sheet.y + (height - lineHeight(style)) / 2 })
  sheet.tag({ type: 'P' }, () => {
    sheet.drawLines([`${label} `], boxOf(styles.label))
    sheet.drawLines([amount], { ...boxOf(style), align: 'right' })
  })
}
