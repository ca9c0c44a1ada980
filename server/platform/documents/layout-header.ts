import { formatDay } from '#shared/date.ts'

import type { DocumentCompany, ServiceDocument } from './service-document.ts'
import {
  COLORS,
  FULL_SPAN,
  STYLES,
  type Sheet,
  type Span,
  artifact,
  drawLines,
  drawRule,
  measureIn,
  tagged,
} from './sheet.ts'
import { limitLines, wrapText } from './wrap.ts'

const LOGO = { width: 140, height: 58, gap: 14 }
const TITLE_WIDTH = 165
const GAP_BELOW = 12
/** Maximum lines of the name, of the address and of the phone number. */
const MAX_LINES = 5

/** What stands at the top of a document's first page: the company with its logo, and what the document is. */
export type Letterhead = {
  company: DocumentCompany
  /** A valid PNG. */
  logo: Buffer | null
  title: string
  /** Lines below the title. */
  facts: readonly string[]
  span: Span
  /** Room for title and facts, in points. */
  titleWidth?: number
}

export function drawHeader(sheet: Sheet, document: ServiceDocument, logo: Buffer | null): void {
  const { company, kayit, issuedOn } = document
  const facts = [
    `Kayıt no: ${kayit.id}`,
    `Kayıt tarihi: ${formatDay(kayit.kayit_tarihi)}`,
    `Düzenleme tarihi: ${formatDay(issuedOn)}`,
  ]
  drawLetterhead(sheet, { company, logo, title: 'Servis fişi', facts, span: FULL_SPAN })
}

/** Letterhead: logo when there is one, company, and on the right the document's title. */
export function drawLetterhead(sheet: Sheet, letterhead: Letterhead): void {
  const { company, logo, span } = letterhead
  const top = sheet.y
  const logoSize = logo === null ? null : drawLogo(sheet, { logo, companyName: company.name, x: span.x })
  const x = logoSize === null ? span.x : span.x + logoSize.width + LOGO.gap
  const bottoms = [
    logoSize === null ? top : top + logoSize.height,
    drawCompany(sheet, letterhead, x),
    drawTitle(sheet, letterhead),
  ]
  sheet.y = Math.max(...bottoms) + 8
  artifact(sheet, 'Layout', () => drawRule(sheet, sheet.y, { color: COLORS.accent, width: 1.5, span }))
  sheet.y += GAP_BELOW
}

function drawLogo(
  sheet: Sheet,
  { logo, companyName, x }: { logo: Buffer; companyName: string; x: number },
): { width: number; height: number } {
  const image = sheet.pdf.openImage(logo)
  const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  const alt = `${companyName} logosu`.trim()
  tagged(sheet, { type: 'Figure', options: { alt } }, () => {
    sheet.pdf.image(logo, x, sheet.y, size)
  })
  return size
}

const rightOf = ({ x, width }: Span) => x + width

/** Returns the y below the block, as does `drawTitle`. */
function drawCompany(
  sheet: Sheet,
  { company, span, titleWidth = TITLE_WIDTH }: Letterhead,
  x: number,
): number {
  const width = rightOf(span) - titleWidth - 16 - x
  let y = sheet.y
  const put = (text: string, style: typeof STYLES.company | typeof STYLES.label) => {
    if (text === '') return
    const lines = limitLines(wrapText(text, width, measureIn(sheet, style)), MAX_LINES)
    tagged(sheet, { type: 'P' }, () => {
      y = drawLines(sheet, lines, { x, y, width, style }) + (style === STYLES.company ? 2 : 0)
    })
  }
  put(company.name, STYLES.company)
  put(company.address, STYLES.label)
  put(company.tel === '' ? '' : `Tel: ${company.tel}`, STYLES.label)
  return y
}

function drawTitle(sheet: Sheet, { title, facts, span, titleWidth = TITLE_WIDTH }: Letterhead): number {
  const box = { x: rightOf(span) - titleWidth, width: titleWidth, align: 'right' } as const
  let y = sheet.y - 6
  tagged(sheet, { type: 'H1' }, () => {
    y = drawLines(sheet, [title], { ...box, y, style: STYLES.title })
  })
  y += 2
  for (const fact of facts) {
    const lines = limitLines(wrapText(fact, titleWidth, measureIn(sheet, STYLES.label)), MAX_LINES)
    tagged(sheet, { type: 'P' }, () => {
      y = drawLines(sheet, lines, { ...box, y, style: STYLES.label })
    })
  }
  return y
}
