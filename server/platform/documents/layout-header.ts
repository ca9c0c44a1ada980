import { embeddablePng } from './png.ts'
import type { DocumentCompany } from './service-document.ts'
import { COLORS, STYLES, type Sheet, type TextStyle } from './sheet.ts'

const LOGO = { width: 140, height: 58, gap: 14 }
const GAP_BELOW = 12
/** Maximum lines of the name, of the address and of the phone number. */
const MAX_LINES = 5

/** The head of a document's first page: the company with its logo, the document's title and facts. */
type Letterhead = {
  company: DocumentCompany
  title: string
  facts: readonly string[]
  /** Width of title and facts, in points. */
  titleWidth: number
  /** Maximum lines of each text of the company; by default five. */
  maxLines?: number
}

export function drawLetterhead(sheet: Sheet, letterhead: Letterhead): void {
  const { company } = letterhead
  const logo = embeddablePng(company.logo)
  const { x } = sheet.page
  const top = sheet.y
  const size = logo === null ? null : drawLogo(sheet, logo, `${company.name} logosu`.trim())
  const bottoms = [
    top + (size?.height ?? 0),
    drawCompany(sheet, letterhead, size === null ? x : x + size.width + LOGO.gap),
    drawTitle(sheet, letterhead),
  ]
  sheet.y = Math.max(...bottoms) + 9
  sheet.artifact('Layout', () => sheet.rule(sheet.y, COLORS.ink, { width: 2.25 }))
  sheet.y += GAP_BELOW
}

function drawLogo(sheet: Sheet, logo: Buffer, alt: string): { width: number; height: number } {
  const image = sheet.pdf.openImage(logo)
  const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  sheet.tag({ type: 'Figure', options: { alt } }, () => {
    sheet.pdf.image(logo, sheet.page.x, sheet.y, size)
  })
  return size
}

/** Draws the company; returns the y below the block, as `drawTitle` does. */
function drawCompany(sheet: Sheet, { company, titleWidth, maxLines }: Letterhead, x: number): number {
  const width = sheet.page.x + sheet.page.width - titleWidth - 16 - x
  let { y } = sheet
  const drawText = (text: string, style: TextStyle, gap = 0) => {
    if (text === '') return
    const box = { x, width, y, style }
    y = sheet.tagLines({ type: 'P' }, sheet.wrap(text, box, maxLines ?? MAX_LINES), box) + gap
  }
  drawText(company.name, STYLES.company, 2)
  drawText(company.address, STYLES.label)
  drawText(company.tel === '' ? '' : `Tel: ${company.tel}`, STYLES.label)
  return y
}

function drawTitle(sheet: Sheet, { title, facts, titleWidth }: Letterhead): number {
  const x = sheet.page.x + sheet.page.width - titleWidth
  const box = { x, width: titleWidth, align: 'right', style: STYLES.label } as const
  let y = sheet.tagLines({ type: 'H1' }, [title], { ...box, y: sheet.y - 3, style: STYLES.title })
  for (const fact of facts) y = sheet.tagLines({ type: 'P' }, sheet.wrap(fact, box, MAX_LINES), { ...box, y })
  return y
}
