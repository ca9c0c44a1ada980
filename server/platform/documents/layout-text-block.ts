import { STYLES, type Sheet, lineHeight } from './sheet.ts'

const GAP_BELOW = 9
const HEADING_HEIGHT = lineHeight(STYLES.heading) + 2
const STYLE = STYLES.value

/** A heading with free text below it; without text nothing is drawn and the height is 0. */
type TextBlock = { heading: string; lines: readonly string[]; height: number }

/** Breaks the text into lines; `height` is in points, as if all of it were on one page. */
export function measureTextBlock(sheet: Sheet, heading: string, text: string): TextBlock {
  if (text === '') return { heading, lines: [], height: 0 }
  const lines = sheet.wrap(text, { ...sheet.page, style: STYLE })
  return { heading, lines, height: HEADING_HEIGHT + lines.length * lineHeight(STYLE) + GAP_BELOW }
}

/** Draws the block over as many pages as it needs; the heading keeps at least two lines below it. */
export function drawTextBlock(sheet: Sheet, { heading, lines }: TextBlock): void {
  if (lines.length === 0) return
  const height = lineHeight(STYLE)
  sheet.ensureRoom(HEADING_HEIGHT + Math.min(2, lines.length) * height)
  sheet.y =
    sheet.tagLines({ type: 'H2' }, [heading], { ...sheet.page, y: sheet.y, style: STYLES.heading }) + 2
  const paragraph = sheet.openGroup('P')
  for (let from = 0; from < lines.length;) {
    if (from > 0) sheet.newPage()
    const count = Math.max(1, Math.floor((sheet.page.bottom - sheet.y) / height))
    const shown = lines.slice(from, from + count)
    paragraph.add(() => {
      sheet.y = sheet.drawLines(shown, { ...sheet.page, y: sheet.y, style: STYLE })
    })
    from += count
  }
  paragraph.end()
  sheet.y += GAP_BELOW
}
