import { COLORS, STYLES, type Sheet, UPRIGHT_A4 } from './sheet.ts'

const BOX = { gap: 12, height: 86, padding: 9, label: 46 }
const BOX_WIDTH = (UPRIGHT_A4.width - BOX.gap) / 2
/** Baselines of the lines to fill in by hand, from the top of the box; the signature gets the most room. */
const LINES = [
  { label: 'Ad soyad', y: 36 },
  { label: 'Tarih', y: 53 },
  { label: 'İmza', y: 76 },
]

/** In points, with the gap above. */
export const SIGNATURES_HEIGHT = BOX.height + 4

/** Draws signature boxes for handing over and receiving the vehicle; the caller has made room for them. */
export function drawSignatures(sheet: Sheet): void {
  sheet.y += 4
  drawBox(sheet, 'Teslim eden', sheet.page.x)
  drawBox(sheet, 'Teslim alan', sheet.page.x + BOX_WIDTH + BOX.gap)
  sheet.y += BOX.height
}

function drawBox(sheet: Sheet, title: string, boxX: number): void {
  const { pdf, y: top } = sheet
  const x = boxX + BOX.padding
  const width = BOX_WIDTH - 2 * BOX.padding
  sheet.artifact('Layout', () => {
    pdf.roundedRect(boxX, top, BOX_WIDTH, BOX.height, 4).lineWidth(0.75).stroke(COLORS.line)
    for (const { y } of LINES) pdf.moveTo(x + BOX.label, top + y).lineTo(x + width, top + y)
    pdf.lineWidth(0.5).dash(1, { space: 2 }).stroke(COLORS.muted).undash()
  })
  sheet.tagLines({ type: 'P' }, [title], { x, y: top + 6, width, style: STYLES.heading })
  for (const { label, y } of LINES)
    sheet.tagLines({ type: 'P' }, [label], { x, y: top + y - 9.5, width, style: STYLES.label })
}
