import { carName } from '#shared/kayit/rules.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { isTurkishPlate } from '#shared/vehicle.ts'

import type { DocumentKayit } from './service-document.ts'
import { COLORS, STYLES, type Sheet, type Span, UPRIGHT_A4, lineHeight } from './sheet.ts'

const CARD = { gap: 12, padding: 9, label: 74, radius: 4 }
const CARD_WIDTH = (UPRIGHT_A4.width - CARD.gap) / 2
const ROW_GAP = 2
const SECTION_GAP = 4
/** Maximum lines of one value; cards are not broken over pages. */
const MAX_LINES = 5
/** Puts the smaller label on the baseline of its value. */
const LABEL_DROP = 1.1
const GAP_BELOW = 9
/** The frame of a number plate, in points. */
const PLATE = { height: 22, band: 12, padding: 6, edge: 1.1 }
/** 'TR' in lines, not in letters, so that it is neither copied nor read aloud with the plate. */
const COUNTRY = 'M0 0h3M1.5 0v4.6M4.2 4.6V0h1.4c1.6 0 1.6 2.4 0 2.4H4.2M5.4 2.4l1.5 2.2'

/** A fact with `isOptional` is shown only with a value; other empty ones show a dash. */
type Fact = { label: string; value: string; isStrong?: boolean; isPlate?: boolean; isOptional?: boolean }
type Section = { title: string; facts: readonly Fact[] }

const wholeNumber = new Intl.NumberFormat('tr-TR')

function cardsOf(kayit: DocumentKayit): Section[][] {
  const customer = [
    { label: 'Ad soyad', value: kayit.musteri_adi_soyadi, isStrong: true },
    { label: 'Telefon', value: kayit.musteri_tel },
    { label: 'T.C. / Vergi no', value: kayit.tc_vergino, isOptional: true },
  ]
  const service = [
    { label: 'Giriş tarihi', value: formatDay(kayit.giris_tarihi) },
    { label: 'Çıkış tarihi', value: formatDay(kayit.cikis_tarihi) },
    { label: 'Durum', value: kayit.durum },
  ]
  const { km_bilgisi, model_yili } = kayit
  const vehicle = [
    { label: 'Plaka', value: kayit.plaka, isStrong: true, isPlate: true },
    { label: 'Marka / Model', value: carName(kayit) },
    { label: 'Model yılı', value: model_yili === null ? '' : String(model_yili), isOptional: true },
    { label: 'Kilometre', value: km_bilgisi === null ? '' : wholeNumber.format(km_bilgisi) },
    { label: 'Şasi no', value: kayit.sasi_no },
    { label: 'Motor no', value: kayit.motor_no, isOptional: true },
  ]
  return [
    [
      { title: 'Müşteri', facts: customer },
      { title: 'Servis', facts: service },
    ],
    [{ title: 'Araç', facts: vehicle }],
  ]
}

/** Draws two cards side by side, equally high: customer and service, vehicle. */
export function drawParties(sheet: Sheet, kayit: DocumentKayit): void {
  const top = sheet.y
  const cards = cardsOf(kayit).map((sections, index) => {
    const x = sheet.page.x + index * (CARD_WIDTH + CARD.gap)
    let y = top + CARD.padding - 2
    for (const section of sections) y = drawSection(sheet, section, { x: x + CARD.padding, y })
    return { x, bottom: y }
  })
  const bottom = Math.max(...cards.map((card) => card.bottom)) + CARD.padding - SECTION_GAP - 2
  sheet.artifact('Layout', () => {
    for (const { x } of cards) sheet.pdf.roundedRect(x, top, CARD_WIDTH, bottom - top, CARD.radius)
    sheet.pdf.lineWidth(0.75).stroke(COLORS.line)
  })
  sheet.y = bottom + GAP_BELOW
}

function drawSection(sheet: Sheet, { title, facts }: Section, at: { x: number; y: number }): number {
  const { x } = at
  const width = CARD_WIDTH - 2 * CARD.padding
  let y = sheet.tagLines({ type: 'H2' }, [title], { ...at, width, style: STYLES.heading }) + ROW_GAP
  const list = sheet.openGroup('L')
  const box = { x: x + CARD.label, width: width - CARD.label }
  for (const fact of facts.filter(({ value, isOptional }) => isOptional !== true || value !== '')) {
    const { value } = fact
    const item = sheet.openGroup('LI', list)
    // A longer plate is printed as plain text.
    const isPlate = fact.isPlate === true && value !== '' && plateWidth(sheet, value) <= box.width
    const drop = isPlate ? (PLATE.height - lineHeight(STYLES.label)) / 2 : LABEL_DROP
    const label = { x, y: y + drop, width: CARD.label, style: STYLES.label }
    sheet.tagLines({ type: 'Lbl', parent: item }, [fact.label], label)
    if (isPlate) drawPlateFrame(sheet, value, { x: box.x, y })
    sheet.tag({ type: 'LBody', parent: item }, () => {
      if (isPlate) drawPlateText(sheet, value, { x: box.x, y })
      y = isPlate ? y + PLATE.height + 2 * ROW_GAP : drawValue(sheet, fact, { ...box, y }) + ROW_GAP
    })
    item.end()
  }
  list.end()
  return y + SECTION_GAP
}

function drawValue(sheet: Sheet, { value, isStrong }: Fact, at: Span & { y: number }): number {
  const box = { ...at, style: isStrong === true ? STYLES.strong : STYLES.value }
  return sheet.drawLines(sheet.wrap(value || EMPTY_DASH, box, MAX_LINES), box)
}

/** Draws the plate's frame, decoration to a screen reader: black edge, and for Turkish plates the blue band. */
function drawPlateFrame(sheet: Sheet, text: string, at: { x: number; y: number }): void {
  const { pdf } = sheet
  const box = [at.x, at.y, plateWidth(sheet, text), PLATE.height, 3] as const
  sheet.artifact('Layout', () => {
    if (isTurkishPlate(text)) {
      pdf.save()
      pdf.roundedRect(...box).clip()
      pdf.rect(at.x, at.y, PLATE.band, PLATE.height).fill(COLORS.band)
      pdf.translate(at.x + 2.6, at.y + PLATE.height - 8)
      pdf.path(COUNTRY).lineWidth(0.8).stroke(COLORS.white)
      pdf.restore()
    }
    pdf
      .roundedRect(...box)
      .lineWidth(PLATE.edge)
      .stroke(COLORS.ink)
  })
}

/** Draws the plate's text, on its frame; the caller tags it. */
function drawPlateText(sheet: Sheet, text: string, at: { x: number; y: number }): void {
  const style = STYLES.plate
  const y = at.y + (PLATE.height - lineHeight(style)) / 2
  sheet.drawLines([text], { x: at.x + textStart(text), y, width: plateWidth(sheet, text), style })
}

const textStart = (text: string) => PLATE.padding + (isTurkishPlate(text) ? PLATE.band : 0)

const plateWidth = (sheet: Sheet, text: string) =>
  textStart(text) + sheet.measure(text, STYLES.plate) + PLATE.padding
