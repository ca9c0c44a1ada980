import { CAR_SIDES, LABELS, type Mark, OUTLINE, pointOf, type Shape, SIDES } from '#shared/intake/outline.ts'
import { strokePath, SIGNATURE, type Strokes } from '#shared/intake/rules.ts'

import { COLORS, type Sheet, type TextStyle, lineHeight } from './sheet.ts'

type Box = { x: number; y: number; width: number; height: number }

const FILLS: Readonly<Record<Shape['kind'], string | null>> = {
  body: COLORS.tint,
  glass: COLORS.white,
  line: null,
}

const LABEL: TextStyle = { font: 'regular', size: 9, color: COLORS.muted }
/** Half the size of a mark, in parts of the outline; many marks are smaller. */
const MARK = { few: 8.5, many: 6, manyFrom: 20 }

/** Draws the outline with its numbered marks in the middle of a box: a circle is a scratch, a square a dent. */
export function drawOutline(sheet: Sheet, marks: readonly Mark[], box: Box): void {
  const { pdf } = sheet
  const scale = Math.min(box.width / OUTLINE.width, box.height / OUTLINE.height)
  const left = box.x + (box.width - OUTLINE.width * scale) / 2
  const alt = marks.length === 0 ? 'Araç çizimi, hasar yok' : `Araç çizimi, ${marks.length} hasar`
  sheet.tag({ type: 'Figure', options: { alt } }, () => {
    pdf.save()
    pdf.transform(scale, 0, 0, scale, left, box.y)
    for (const side of CAR_SIDES) {
      pdf.save()
      pdf.transform(...(SIDES[side].matrix as [number, number, number, number, number, number]))
      for (const shape of SIDES[side].shapes) drawShape(sheet, shape)
      pdf.restore()
    }
    for (const { side, x, y, anchor } of LABELS) {
      const { label } = SIDES[side]
      const width = sheet.measure(label, LABEL)
      const shift = { start: 0, middle: width / 2, end: width }[anchor]
      sheet.drawLines([label], { x: x - shift, y: y - LABEL.size, width, style: LABEL })
    }
    for (const [index, mark] of marks.entries()) drawMark(sheet, mark, { index, count: marks.length })
    pdf.restore()
  })
}

function drawShape({ pdf }: Sheet, { kind, path }: Shape): void {
  const fill = FILLS[kind]
  pdf.path(path).lineWidth(kind === 'line' ? 0.7 : 1)
  if (fill === null) pdf.stroke(COLORS.muted)
  else pdf.fillAndStroke(fill, COLORS.ink)
}

function drawMark(sheet: Sheet, mark: Mark, { index, count }: { index: number; count: number }): void {
  const { pdf } = sheet
  const half = count < MARK.manyFrom ? MARK.few : MARK.many
  const { x, y } = pointOf(mark)
  if (mark.kind === 'scratch') pdf.circle(x, y, half)
  else if (mark.kind === 'dent') pdf.roundedRect(x - half, y - half, 2 * half, 2 * half, 2)
  else pdf.polygon([x, y - 1.2 * half], [x + 1.2 * half, y], [x, y + 1.2 * half], [x - 1.2 * half, y])
  pdf.lineWidth(0.75).fillAndStroke(COLORS.ink, COLORS.white)
  const style: TextStyle = { font: 'bold', size: half, color: COLORS.white }
  const text = String(index + 1)
  const width = sheet.measure(text, style)
  sheet.drawLines([text], { x: x - width / 2, y: y - lineHeight(style) / 2, width, style })
}

/** Draws a signature as lines at the lower left of a box. */
export function drawSignature(sheet: Sheet, strokes: Strokes, { alt, ...box }: Box & { alt: string }): void {
  const { pdf } = sheet
  const scale = Math.min(box.width / SIGNATURE.width, box.height / SIGNATURE.height)
  sheet.tag({ type: 'Figure', options: { alt } }, () => {
    pdf.save()
    pdf.translate(box.x, box.y + box.height - SIGNATURE.height * scale)
    pdf.lineCap('round').lineJoin('round').lineWidth(1.2)
    for (const stroke of strokes) pdf.path(strokePath(stroke, scale)).stroke(COLORS.ink)
    pdf.restore()
  })
}
