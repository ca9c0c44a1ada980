import { formatTL } from '#shared/money.ts'

import { RATE_COLUMNS } from './columns.ts'
import { drawTable } from './layout-table.ts'
import type { DocumentVariant, ServiceDocument } from './service-document.ts'
import {
  COLORS,
  CONTENT_WIDTH,
  PAGE,
  STYLES,
  type Sheet,
  type TextStyle,
  artifact,
  drawLines,
  lineHeight,
  measureIn,
  tagged,
} from './sheet.ts'
import { CELL_PADDING, type TablePlan, planTable } from './table-plan.ts'

const BLOCK_WIDTH = 226
const ROW_HEIGHT = 17
const BAND_HEIGHT = 32
const GAP_ABOVE = 8
const GAP_BELOW = 14
/** Between the table of rates and the totals. */
const GAP_BETWEEN = 16
const RATES_SPAN = { x: PAGE.left, width: CONTENT_WIDTH - BLOCK_WIDTH - GAP_BETWEEN }
const LEAST_RATE_WIDTH = 44

type Total = { label: string; kurus: (document: ServiceDocument) => number }

const NET: Total = { label: 'KDV hariç toplam', kurus: ({ totals }) => totals.net_kurus }
const VAT: Total = { label: 'KDV', kurus: ({ totals }) => totals.kdv_kurus }
const GROSS: Total = { label: 'KDV dahil toplam', kurus: ({ totals }) => totals.brut_kurus }

/** Rows above the band, the band with the final sum, and a remark next to it. */
const BLOCKS: Readonly<Record<DocumentVariant, { rows: readonly Total[]; band: Total; remark: string }>> = {
  vat: { rows: [NET, VAT], band: GROSS, remark: '' },
  plain: { rows: [], band: NET, remark: 'Fiyatlara KDV dahil değildir.' },
}

/** The block below the items; `height` is in points, with the gaps around. */
type TotalsBlock = { rates: TablePlan | null; height: number }

/** Decides how much room the totals take, and the table of rates on their left where VAT is shown. */
export function measureTotals(sheet: Sheet, document: ServiceDocument): TotalsBlock {
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

/** The totals below the last column, the rates on their left; the caller has made room for `height`. */
export function drawTotals(sheet: Sheet, document: ServiceDocument, { rates, height }: TotalsBlock): void {
  const top = sheet.y + GAP_ABOVE
  if (rates !== null) {
    sheet.y = top
    drawTable(sheet, rates, 0)
  }
  drawSums(sheet, document, top)
  sheet.y = top - GAP_ABOVE + height
}

function drawSums(sheet: Sheet, document: ServiceDocument, top: number): void {
  const { rows, band, remark } = BLOCKS[document.variant]
  sheet.y = top
  for (const row of rows) {
    const amount = formatTL(row.kurus(document))
    drawTotal(sheet, { label: row.label, amount, top: sheet.y, height: ROW_HEIGHT }, ROW)
    sheet.y += ROW_HEIGHT
  }
  const bandTop = sheet.y
  artifact(sheet, 'Layout', () => {
    sheet.pdf.roundedRect(PAGE.right - BLOCK_WIDTH, bandTop, BLOCK_WIDTH, BAND_HEIGHT, 3).fill(COLORS.ink)
  })
  const amount = formatTL(band.kurus(document))
  drawTotal(sheet, { label: band.label, amount, top: bandTop, height: BAND_HEIGHT }, FINAL)
  if (remark === '') return
  const y = bandTop + (BAND_HEIGHT - lineHeight(STYLES.value)) / 2
  tagged(sheet, { type: 'P' }, () => {
    drawLines(sheet, [remark], { ...RATES_SPAN, y, style: STYLES.value })
  })
}

type TotalLine = { label: string; amount: string; top: number; height: number }
type TotalStyles = { label: TextStyle; amount: TextStyle }

const ROW: TotalStyles = { label: STYLES.value, amount: STYLES.value }
const FINAL: TotalStyles = { label: STYLES.totalLabel, amount: STYLES.total }
const LABEL_GAP = 8

function drawTotal(sheet: Sheet, { label, amount, top, height }: TotalLine, styles: TotalStyles): void {
  const span = { x: PAGE.right - BLOCK_WIDTH + 10, width: BLOCK_WIDTH - 10 - CELL_PADDING.x }
  const room = span.width - measureIn(sheet, styles.label)(label) - LABEL_GAP
  const style = fitted(sheet, { text: amount, room }, styles.amount)
  const middle = (of: TextStyle) => top + (height - lineHeight(of)) / 2
  tagged(sheet, { type: 'P' }, () => {
    drawLines(sheet, [`${label} `], { ...span, y: middle(styles.label), style: styles.label })
    drawLines(sheet, [amount], { ...span, y: middle(style), style, align: 'right' })
  })
}

/** The style, smaller where the text would be wider than its room. */
function fitted(sheet: Sheet, { text, room }: { text: string; room: number }, style: TextStyle): TextStyle {
  const width = measureIn(sheet, style)(text)
  return width <= room ? style : { ...style, size: (style.size * room) / width }
}
