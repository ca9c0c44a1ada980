import {
  CONTENT_WIDTH,
  PAGE,
  STYLES,
  type Sheet,
  drawLines,
  ensureRoom,
  lineHeight,
  measureIn,
  newPage,
} from './sheet.ts'
import { tagged } from './sheet.ts'
import { wrapText } from './wrap.ts'

const GAP_BELOW = 9
const HEADING_GAP = 2

/** A heading with free text below it; without text nothing is drawn and the height is 0. */
type TextBlock = { heading: string; lines: readonly string[]; height: number }

/** Breaks the text into lines; `height` is in points, as if all of it were on one page. */
export function measureTextBlock(sheet: Sheet, heading: string, text: string): TextBlock {
  if (text === '') return { heading, lines: [], height: 0 }
  const lines = wrapText(text, CONTENT_WIDTH, measureIn(sheet, STYLES.value))
  const height = headingHeight() + lines.length * lineHeight(STYLES.value) + GAP_BELOW
  return { heading, lines, height }
}

function headingHeight(): number {
  return lineHeight(STYLES.heading) + HEADING_GAP
}

/** Draws the block over as many pages as it needs; the heading keeps at least two lines below it. */
export function drawTextBlock(sheet: Sheet, { heading, lines }: TextBlock): void {
  if (lines.length === 0) return
  const height = lineHeight(STYLES.value)
  ensureRoom(sheet, headingHeight() + Math.min(2, lines.length) * height)
  const box = { x: PAGE.left, width: CONTENT_WIDTH }
  tagged(sheet, { type: 'H2' }, () => {
    sheet.y = drawLines(sheet, [heading], { ...box, y: sheet.y, style: STYLES.heading }) + HEADING_GAP
  })
  const paragraph = sheet.pdf.struct('P')
  sheet.root?.add(paragraph)
  for (let from = 0; from < lines.length;) {
    if (from > 0) newPage(sheet)
    const count = Math.max(1, Math.floor((PAGE.bottom - sheet.y) / height))
    const shown = lines.slice(from, from + count)
    paragraph.add(() => {
      sheet.y = drawLines(sheet, shown, { ...box, y: sheet.y, style: STYLES.value })
    })
    from += count
  }
  paragraph.end()
  sheet.y += GAP_BELOW
}
