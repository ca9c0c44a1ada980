import { isTurkishPlate } from '#shared/vehicle.ts'

import { COLORS, STYLES, type Sheet, lineHeight } from './sheet.ts'

const BAND = 12
const PADDING = 6
const EDGE = 1.1
/** 'TR' in lines, not in letters, so that it is neither copied nor read aloud with the plate. */
const COUNTRY = 'M0 0h3M1.5 0v4.6M4.2 4.6V0h1.4c1.6 0 1.6 2.4 0 2.4H4.2M5.4 2.4l1.5 2.2'

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
      pdf.translate(at.x + 2.6, at.y + PLATE_HEIGHT - 8)
      pdf.path(COUNTRY).lineWidth(0.8).stroke(COLORS.white)
      pdf.restore()
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
