import type { ReactElement } from 'react'

/**
 * Creates an icon of list rows, in the drawing of lucide: one path, created once, because a page of a hundred rows has
 * five hundred icons.
 */
const glyph = (path: string, className = 'lucide'): ReactElement => (
  <svg aria-hidden viewBox="0 0 24 24" className={className}>
    <path d={path} />
  </svg>
)

const circle = (x: number, y: number, r: number) =>
  `M${x + r} ${y}a${r} ${r} 0 1 1-${2 * r} 0 ${r} ${r} 0 0 1 ${2 * r} 0`
const RING = circle(12, 12, 10)

const PENCIL =
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4'
const DOTS = [12, 19, 5].map((x) => circle(x, 12, 1)).join('')

export const GLYPHS = {
  pencil: glyph(PENCIL),
  pencilOnTablet: glyph(PENCIL, 'lucide max-md:hidden xl:hidden'),
  trash: glyph(
    'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
  ),
  dots: glyph(DOTS, 'lucide text-muted-foreground'),
  check: glyph(`${RING}M16 9l-5.5 5.5L8 12`),
  pause: glyph(`${RING}M10 15V9M14 15V9`),
  ban: glyph(`${RING}M4.929 4.929 19.07 19.071`),
  wrench: glyph(
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
  ),
  tag: glyph(
    `M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42z${circle(7.5, 7.5, 0.5)}`,
  ),
}
