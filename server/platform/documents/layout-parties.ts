import { carName } from '#shared/kayit/rules.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'

import type { DocumentKayit } from './service-document.ts'
import { drawPlateFrame, drawPlateText, fitsPlate, PLATE_HEIGHT } from './layout-plate.ts'
import {
  COLORS,
  CONTENT_WIDTH,
  PAGE,
  STYLES,
  type Sheet,
  artifact,
  drawLines,
  lineHeight,
  measureIn,
  openGroup,
  tagged,
} from './sheet.ts'
import { limitLines, wrapText } from './wrap.ts'

const CARD = { gap: 12, padding: 9, label: 74, radius: 4 }
const CARD_WIDTH = (CONTENT_WIDTH - CARD.gap) / 2
const ROW_GAP = 2
const SECTION_GAP = 4
/** Maximum lines of one value; cards are not broken over pages. */
const MAX_LINES = 5
/** Puts the smaller label on the baseline of its value. */
const LABEL_DROP = 1.1
const GAP_BELOW = 9

type Fact = { label: string; value: string; strong?: boolean; isPlate?: boolean }
type Section = { title: string; facts: readonly Fact[] }

const wholeNumber = new Intl.NumberFormat('tr-TR')

/** Left: who and when. */
function customerSections(kayit: DocumentKayit): Section[] {
  const customer = [
    { label: 'Ad soyad', value: kayit.musteri_adi_soyadi, strong: true },
    { label: 'Telefon', value: kayit.musteri_tel },
    ...optional('T.C. / Vergi no', kayit.tc_vergino),
  ]
  const service = [
    { label: 'Giriş tarihi', value: formatDay(kayit.giris_tarihi) },
    { label: 'Çıkış tarihi', value: formatDay(kayit.cikis_tarihi) },
    { label: 'Durum', value: kayit.durum },
  ]
  return [
    { title: 'Müşteri', facts: customer },
    { title: 'Servis', facts: service },
  ]
}

/** Right: which vehicle. */
function vehicleSections(kayit: DocumentKayit): Section[] {
  const facts = [
    { label: 'Plaka', value: kayit.plaka, strong: true, isPlate: true },
    { label: 'Marka / Model', value: carName(kayit) },
    ...optional('Model yılı', kayit.model_yili === null ? '' : String(kayit.model_yili)),
    { label: 'Kilometre', value: kayit.km_bilgisi === null ? '' : wholeNumber.format(kayit.km_bilgisi) },
    { label: 'Şasi no', value: kayit.sasi_no },
    ...optional('Motor no', kayit.motor_no),
  ]
  return [{ title: 'Araç', facts }]
}

/** A line that is shown only with a value; other empty lines show a dash. */
function optional(label: string, value: string): Fact[] {
  return value === '' ? [] : [{ label, value }]
}

/** Two cards side by side, equally high: customer and service, vehicle. */
export function drawParties(sheet: Sheet, kayit: DocumentKayit): void {
  const top = sheet.y
  const cards = [customerSections(kayit), vehicleSections(kayit)].map((sections, index) => {
    const x = PAGE.left + index * (CARD_WIDTH + CARD.gap)
    let y = top + CARD.padding - 2
    for (const section of sections) y = drawSection(sheet, section, { x: x + CARD.padding, y })
    return { x, bottom: y }
  })
  const bottom = Math.max(...cards.map((card) => card.bottom)) + CARD.padding - SECTION_GAP - 2
  artifact(sheet, 'Layout', () => {
    for (const { x } of cards) sheet.pdf.roundedRect(x, top, CARD_WIDTH, bottom - top, CARD.radius)
    sheet.pdf.lineWidth(0.75).stroke(COLORS.line)
  })
  sheet.y = bottom + GAP_BELOW
}

/** Heading and labelled values. Returns the y of the next section. */
function drawSection(sheet: Sheet, { title, facts }: Section, at: { x: number; y: number }): number {
  const { x } = at
  const width = CARD_WIDTH - 2 * CARD.padding
  let { y } = at
  tagged(sheet, { type: 'H2' }, () => {
    y = drawLines(sheet, [title], { x, y, width, style: STYLES.heading }) + ROW_GAP
  })
  const list = openGroup(sheet, 'L')
  const box = { x: x + CARD.label, width: width - CARD.label }
  for (const fact of facts) {
    const item = openGroup(sheet, 'LI', list)
    const isPlate = fact.isPlate === true && fitsPlate(sheet, fact.value, box.width)
    const drop = isPlate ? (PLATE_HEIGHT - lineHeight(STYLES.label)) / 2 : LABEL_DROP
    tagged(sheet, { type: 'Lbl', parent: item }, () => {
      drawLines(sheet, [fact.label], { x, y: y + drop, width: CARD.label, style: STYLES.label })
    })
    if (isPlate) drawPlateFrame(sheet, fact.value, { x: box.x, y })
    tagged(sheet, { type: 'LBody', parent: item }, () => {
      if (isPlate) drawPlateText(sheet, fact.value, { x: box.x, y })
      y = isPlate ? y + PLATE_HEIGHT + 2 * ROW_GAP : drawValue(sheet, fact, { ...box, y }) + ROW_GAP
    })
    item.end()
  }
  list.end()
  return y + SECTION_GAP
}

/** Returns the y below the value. */
function drawValue(sheet: Sheet, fact: Fact, box: { x: number; y: number; width: number }): number {
  const style = fact.strong === true ? STYLES.strong : STYLES.value
  const wrapped = wrapText(fact.value || EMPTY_DASH, box.width, measureIn(sheet, style))
  return drawLines(sheet, limitLines(wrapped, MAX_LINES), { ...box, style })
}
