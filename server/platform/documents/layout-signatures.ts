import {
  COLORS,
  CONTENT_WIDTH,
  PAGE,
  STYLES,
  type Sheet,
  type TextStyle,
  artifact,
  drawLines,
  tagged,
} from './sheet.ts'

const BOX = { gap: 12, height: 86, padding: 9, label: 46 }
const BOX_WIDTH = (CONTENT_WIDTH - BOX.gap) / 2
/** Baselines of the lines to fill in by hand, from the top of the box; the signature gets the most room. */
const LINES = [
  { label: 'Ad soyad', y: 36 },
  { label: 'Tarih', y: 53 },
  { label: 'İmza', y: 76 },
]

/** In points, with the gap above. */
export const SIGNATURES_HEIGHT = BOX.height + 4

/** Signature boxes for handing over and receiving the vehicle; the caller has made room for them. */
export function drawSignatures(sheet: Sheet): void {
  sheet.y += 4
  drawBox(sheet, 'Teslim eden', PAGE.left)
  drawBox(sheet, 'Teslim alan', PAGE.left + BOX_WIDTH + BOX.gap)
  sheet.y += BOX.height
}

function drawBox(sheet: Sheet, title: string, boxX: number): void {
  const top = sheet.y
  const x = boxX + BOX.padding
  const width = BOX_WIDTH - 2 * BOX.padding
  artifact(sheet, 'Layout', () => {
    const { pdf } = sheet
    pdf.roundedRect(boxX, top, BOX_WIDTH, BOX.height, 4).lineWidth(0.75).stroke(COLORS.line)
    for (const { y } of LINES) pdf.moveTo(x + BOX.label, top + y).lineTo(x + width, top + y)
    pdf.lineWidth(0.5).dash(1, { space: 2 }).stroke(COLORS.muted).undash()
  })
  const put = (text: string, y: number, style: TextStyle) =>
    tagged(sheet, { type: 'P' }, () => {
      drawLines(sheet, [text], { x, y: top + y, width, style })
    })
  put(title, 6, STYLES.heading)
  for (const { label, y } of LINES) put(label, y - 9.5, STYLES.label)
}
