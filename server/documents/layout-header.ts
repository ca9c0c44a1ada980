import { formatDay } from '#shared/date.ts'

import type { DocumentCompany, ServiceDocument } from './service-document.ts'
import {
  COLORS,
  PAGE,
  STYLES,
  type Sheet,
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

/** Letterhead: logo when there is one, company, and on the right the document's title. */
export function drawHeader(sheet: Sheet, document: ServiceDocument, logo: Buffer | null): void {
  const top = sheet.y
  const logoSize = logo === null ? null : drawLogo(sheet, logo, document.company.name)
  const x = logoSize === null ? PAGE.left : PAGE.left + logoSize.width + LOGO.gap
  const bottoms = [
    logoSize === null ? top : top + logoSize.height,
    drawCompany(sheet, document.company, x),
    drawTitle(sheet, document),
  ]
  sheet.y = Math.max(...bottoms) + 8
  artifact(sheet, 'Layout', () => drawRule(sheet, sheet.y, { color: COLORS.accent, width: 1.5 }))
  sheet.y += GAP_BELOW
}

function drawLogo(sheet: Sheet, logo: Buffer, companyName: string): { width: number; height: number } {
  const image = sheet.pdf.openImage(logo)
  const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  const alt = `${companyName} logosu`.trim()
  tagged(sheet, { type: 'Figure', options: { alt } }, () => {
    sheet.pdf.image(logo, PAGE.left, sheet.y, size)
  })
  return size
}

/** Returns the y below the block, as does `drawTitle`. */
function drawCompany(sheet: Sheet, company: DocumentCompany, x: number): number {
  const width = PAGE.right - TITLE_WIDTH - 16 - x
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

function drawTitle(sheet: Sheet, { kayit, issuedOn }: ServiceDocument): number {
  const box = { x: PAGE.right - TITLE_WIDTH, width: TITLE_WIDTH, align: 'right' } as const
  let y = sheet.y - 6
  tagged(sheet, { type: 'H1' }, () => {
    y = drawLines(sheet, ['Servis fişi'], { ...box, y, style: STYLES.title })
  })
  const facts = [
    `Kayıt no: ${kayit.id}`,
    `Kayıt tarihi: ${formatDay(kayit.kayit_tarihi)}`,
    `Düzenleme tarihi: ${formatDay(issuedOn)}`,
  ]
  y += 2
  for (const fact of facts) {
    tagged(sheet, { type: 'P' }, () => {
      y = drawLines(sheet, [fact], { ...box, y, style: STYLES.label })
    })
  }
  return y
}
