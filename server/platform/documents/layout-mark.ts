import { COLORS, type Sheet } from './sheet.ts'

/** The product's mark as in `client/components/mark.tsx`, drawn in a square of `size` points; the caller tags it. */
export function drawMark({ pdf }: Sheet, { x, y, size }: { x: number; y: number; size: number }): void {
  pdf.save()
  pdf.translate(x, y).scale(size / 32)
  pdf.roundedRect(1, 1, 30, 30, 6).lineWidth(2).fillAndStroke(COLORS.white, COLORS.ink)
  pdf.path('M7 2h3v28H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z').fill(COLORS.band)
  pdf.path('M20.3 7.7l7 4v8.9l-7 4.1-7-4.1v-8.9z').fill(COLORS.ink)
  pdf.circle(20.3, 16.2, 3.4).fill(COLORS.white)
  pdf.restore()
}
