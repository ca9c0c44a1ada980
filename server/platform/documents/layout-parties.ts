import { formatCount } from '#shared/count.ts'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'
import { isTurkishPlate } from '#shared/vehicle.ts'

import type { DocumentKayit, ServiceDocument } from './service-document.ts'
import { COLORS, STYLES, type Sheet, type TextStyle, lineHeight } from './sheet.ts'

/** The customer and the visit, on the right of the car. */
const FACTS = { width: 190, label: 68, gap: 16, row: 2.5 }
/** Maximum lines of one value; the parties are not broken over pages. */
const MAX_LINES = 5
const GAP = { above: 4, below: 13 }
/** The frame of a number plate, in points. */
const PLATE = { height: 36, band: 17, padding: 8, edge: 1.5, gap: 12 }
/** A longer plate is printed as plain text. */
const MAX_PLATE_WIDTH = 170
/** 'TR' in lines, not in letters, so that it is neither copied nor read aloud with the plate. */
const COUNTRY = 'M0 0h3M1.5 0v4.6M4.2 4.6V0h1.4c1.6 0 1.6 2.4 0 2.4H4.2M5.4 2.4l1.5 2.2'

type Parties = Pick<ServiceDocument, 'kayit' | 'quote' | 'isPublic'>
type Fact = { label: string; value: string; isStrong?: boolean }
type Line = { text: string; style: TextStyle }

function factsOf({ kayit, quote, isPublic }: Parties): Fact[] {
  const { giris_tarihi, cikis_tarihi, tc_vergino } = kayit
  const stay = { label: 'Giriş – çıkış', value: [giris_tarihi, cikis_tarihi].map(formatDay).join(' – ') }
  return [
    { label: 'Müşteri', value: kayit.musteri_adi_soyadi, isStrong: true },
    // A public document has no telephone, so it has no empty line for one either.
    ...(isPublic === true ? [] : [{ label: 'Telefon', value: kayit.musteri_tel }]),
    ...(tc_vergino === '' ? [] : [{ label: 'T.C. / Vergi no', value: tc_vergino }]),
    ...(quote === undefined
      ? [
          cikis_tarihi === null ? { label: 'Giriş tarihi', value: formatDay(giris_tarihi) } : stay,
          { label: 'Kayıt tarihi', value: formatDay(kayit.kayit_tarihi) },
          { label: 'Durum', value: kayit.durum },
        ]
      : [
          { label: 'Teklif tarihi', value: formatDay(kayit.kayit_tarihi) },
          { label: 'Geçerlilik', value: formatDay(quote.valid_until), isStrong: true },
        ]),
  ]
}

function carLines(kayit: DocumentKayit): Line[] {
  const { km_bilgisi, model_yili, motor_no, sasi_no } = kayit
  const details = [
    km_bilgisi === null ? '' : `${formatCount(km_bilgisi)} km`,
    sasi_no,
    motor_no && `Motor no: ${isolated(motor_no)}`,
  ]
  return [
    { text: joinIsolated(', ', [carName(kayit), model_yili]), style: STYLES.car },
    ...details.map((text) => ({ text, style: STYLES.detail })),
  ].filter(({ text }) => text !== '')
}

/** Draws the car with its plate, and beside it the customer and the visit. */
export const drawParties = (sheet: Sheet, parties: Parties): void =>
  drawHead(sheet, {
    plate: parties.kayit.plaka,
    lines: carLines(parties.kayit),
    facts: factsOf(parties),
  })

type Head = { plate: string; lines: readonly Line[]; facts: readonly Fact[] }

/** Draws a plate with lines beside it, and the facts on the right. */
export function drawHead(sheet: Sheet, { plate, lines: texts, facts }: Head): void {
  const top = sheet.y + GAP.above
  const { x, width } = sheet.page
  const span = { x, width: width - FACTS.width - FACTS.gap }
  const plateWidth = widthOfPlate(sheet, plate)
  const isFramed = plate !== '' && plateWidth <= MAX_PLATE_WIDTH
  const indent = isFramed ? plateWidth + PLATE.gap : 0
  const plain = plate === '' || isFramed ? [] : [{ text: plate, style: STYLES.car }]
  const blocks = [...plain, ...texts].map(({ text, style }) => {
    const box = { x: span.x + indent, width: span.width - indent, style }
    const lines = sheet.wrap(text, box, MAX_LINES)
    return { box, lines, height: lines.length * lineHeight(style) }
  })
  const carHeight = blocks.reduce((sum, { height }) => sum + height, 0)
  const bottom = drawFacts(sheet, facts, top)
  const height = Math.max(bottom - top, carHeight, isFramed ? PLATE.height : 0)
  const middle = top + height / 2
  if (isFramed) drawPlate(sheet, plate, { x, y: middle - PLATE.height / 2 })
  let y = middle - carHeight / 2
  for (const { box, lines } of blocks) y = sheet.tagLines({ type: 'P' }, lines, { ...box, y })
  sheet.y = Math.max(top + height, y) + GAP.below
}

/** Draws the list of facts; returns the y below it. */
function drawFacts(sheet: Sheet, facts: readonly Fact[], top: number): number {
  const x = sheet.page.x + sheet.page.width - FACTS.width
  const list = sheet.openGroup('L')
  let y = top
  for (const { label, value, isStrong } of facts) {
    const item = sheet.openGroup('LI', list)
    sheet.tagLines({ type: 'Lbl', parent: item }, [label], {
      x,
      y,
      width: FACTS.label,
      style: STYLES.factLabel,
    })
    const style = isStrong === true ? STYLES.strong : STYLES.value
    const box = { x: x + FACTS.label, width: FACTS.width - FACTS.label, y, style }
    y = sheet.tagLines({ type: 'LBody', parent: item }, sheet.wrap(value || EMPTY_DASH, box, MAX_LINES), box)
    y += FACTS.row
    item.end()
  }
  list.end()
  return y - FACTS.row
}

/** Draws the plate: text on a frame with a black edge, and for Turkish plates the blue band. */
function drawPlate(sheet: Sheet, text: string, at: { x: number; y: number }): void {
  const { pdf } = sheet
  const width = widthOfPlate(sheet, text)
  const box = [at.x + 0.75, at.y, width - 1.5, PLATE.height, 4.5] as const
  sheet.artifact('Layout', () => {
    if (isTurkishPlate(text)) {
      pdf.save()
      pdf.roundedRect(...box).clip()
      pdf.rect(at.x, at.y, PLATE.band, PLATE.height).fill(COLORS.band)
      pdf.translate(at.x + 4, at.y + PLATE.height - 11).scale(1.4)
      pdf.path(COUNTRY).lineWidth(0.9).stroke(COLORS.white)
      pdf.restore()
    }
    pdf
      .roundedRect(...box)
      .lineWidth(PLATE.edge)
      .stroke(COLORS.ink)
  })
  const style = STYLES.plate
  const y = at.y + (PLATE.height - lineHeight(style)) / 2
  sheet.tagLines({ type: 'P' }, [text], { x: at.x + textStart(text), y, width, style })
}

const textStart = (text: string) => PLATE.padding + (isTurkishPlate(text) ? PLATE.band : 0)

const widthOfPlate = (sheet: Sheet, text: string) =>
  textStart(text) + sheet.measure(text, STYLES.plate) + PLATE.padding
