import { isTurkishPlate } from '#shared/vehicle.ts'

import { COLORS, STYLES, type Sheet, lineHeight } from './sheet.ts'

const BAND = 12
const PADDING = 6
const EDGE = 1.1

/** In points. */
export const PLATE_HEIGHT = 22

/** Whether a plate of this text fits; a longer one is printed as plain text. */
export function fitsPlate(sheet: Sheet, text: string, width: number): boolean {
  return text !== '' && plateWidth(sheet, text) <= width
}

/** Draws the plate's frame, decoration to a screen reader: black edge, and for Turkish plates the blue band. */
export function drawPlateFrame(sheet: Sheet, text: string, at: { x: number; y: number }): void {
  const { pdf } = sheet
  const box = [at.x, at.y, plateWidth(sheet, text), PLATE_HEIGHT, 3] as const
  sheet.artifact('Layout', () => {
    if (isTurkishPlate(text)) {
      pdf.save()
      pdf.roundedRect(...box).clip()
      pdf.rect(at.x, at.y, BAND, PLATE_HEIGHT).fill(COLORS.band)
      pdf.restore()
      drawCountry(pdf, { x: at.x + 2.6, y: at.y + PLATE_HEIGHT - 8 })
    }
    pdf
      .roundedRect(...box)
      .lineWidth(EDGE)
      .stroke(COLORS.ink)
  })
}

/** Draws the plate's text, on its frame; the caller tags it. */
export function drawPlateText(sheet: Sheet, text: string, at: { x: number; y: number }): void {
  const style = STYLES.plate
  const y = at.y + (PLATE_HEIGHT - lineHeight(style)) / 2
  sheet.drawLines([text], { x: at.x + textStart(text), y, width: plateWidth(sheet, text), style })
}

const textStart = (text: string) => PADDING + (isTurkishPlate(text) ? BAND : 0)

const plateWidth = (sheet: Sheet, text: string) =>
  textStart(text) + sheet.measure(text, STYLES.plate) + PADDING

/** 'TR' in lines, not in letters, so that it is neither copied nor read aloud with the plate. */
function drawCountry(pdf: PDFKit.PDFDocument, { x, y }: { x: number; y: number }): void {
  const height = 4.6
  pdf
    .moveTo(x, y)
    .lineTo(x + 3, y)
    .moveTo(x + 1.5, y)
    .lineTo(x + 1.5, y + height)
  pdf
    .moveTo(x + 4.2, y + height)
    .lineTo(x + 4.2, y)
    .lineTo(x + 5.6, y)
    .bezierCurveTo(x + 7.2, y, x + 7.2, y + 2.4, x + 5.6, y + 2.4)
    .lineTo(x + 4.2, y + 2.4)
    .moveTo(x + 5.4, y + 2.4)
    .lineTo(x + 6.9, y + height)
  pdf.lineWidth(0.8).stroke(COLORS.white)
}
