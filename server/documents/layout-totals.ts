import { VAT_PERCENT, formatTL } from '#shared/money.ts'

import type { DocumentVariant, ServiceDocument } from './service-document.ts'
import {
  COLORS,
  PAGE,
  STYLES,
  type Sheet,
  type TextStyle,
  artifact,
  drawLines,
  lineHeight,
  tagged,
} from './sheet.ts'
import { CELL_PADDING } from './table-plan.ts'

const BLOCK_WIDTH = 236
const ROW_HEIGHT = 17
const BAND_HEIGHT = 24
const GAP_ABOVE = 8
const GAP_BELOW = 14

type Total = { label: string; kurus: (document: ServiceDocument) => number }

const NET: Total = { label: 'Ara toplam', kurus: ({ totals }) => totals.net_kurus }
const VAT: Total = { label: `KDV (%${VAT_PERCENT})`, kurus: ({ totals }) => totals.kdv_kurus }

/** Rows above the band, the band that is the sum to look at, and a sentence beside it. */
const BLOCKS: Readonly<Record<DocumentVariant, { rows: readonly Total[]; band: Total; remark: string }>> = {
  vat: {
    rows: [NET, VAT],
    band: { label: 'Genel toplam', kurus: ({ totals }) => totals.brut_kurus },
    remark: '',
  },
  plain: { rows: [], band: { ...NET, label: 'Net toplam' }, remark: 'Fiyatlara KDV dahil değildir.' },
}

/** In points, with the gaps around. */
export function totalsHeight(variant: DocumentVariant): number {
  return GAP_ABOVE + BLOCKS[variant].rows.length * ROW_HEIGHT + BAND_HEIGHT + GAP_BELOW
}

/** The totals below the last column; the caller has made room for `totalsHeight`. */
export function drawTotals(sheet: Sheet, document: ServiceDocument): void {
  const { rows, band, remark } = BLOCKS[document.variant]
  sheet.y += GAP_ABOVE
  for (const row of rows) {
    drawTotal(sheet, { label: row.label, amount: formatTL(row.kurus(document)) }, STYLES.value)
    sheet.y += ROW_HEIGHT
  }
  const bandTop = sheet.y
  artifact(sheet, 'Layout', () => {
    sheet.pdf.roundedRect(PAGE.right - BLOCK_WIDTH, bandTop, BLOCK_WIDTH, BAND_HEIGHT, 3).fill(COLORS.accent)
  })
  sheet.y = bandTop + (BAND_HEIGHT - lineHeight(STYLES.total)) / 2
  drawTotal(sheet, { label: band.label, amount: formatTL(band.kurus(document)) }, STYLES.total)
  if (remark !== '') {
    const y = bandTop + (BAND_HEIGHT - lineHeight(STYLES.value)) / 2
    tagged(sheet, { type: 'P' }, () => {
      drawLines(sheet, [remark], { x: PAGE.left, y, width: BLOCK_WIDTH, style: STYLES.value })
    })
  }
  sheet.y = bandTop + BAND_HEIGHT + GAP_BELOW
}

function drawTotal(
  sheet: Sheet,
  { label, amount }: { label: string; amount: string },
  style: TextStyle,
): void {
  const box = {
    x: PAGE.right - BLOCK_WIDTH + 10,
    width: BLOCK_WIDTH - 10 - CELL_PADDING.x,
    y: sheet.y,
    style,
  }
  tagged(sheet, { type: 'P' }, () => {
    drawLines(sheet, [`${label} `], box)
    drawLines(sheet, [amount], { ...box, align: 'right' })
  })
}
