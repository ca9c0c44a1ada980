/** The drawn outline of a car, unfolded: from above, with its four sides around it. Client and PDF draw the same. */

export const CAR_SIDES = ['front', 'left', 'top', 'right', 'rear'] as const
export type CarSide = (typeof CAR_SIDES)[number]

export const MARK_KINDS = ['scratch', 'dent', 'break'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** A damage: its side, and its point in thousandths of the side's width and height. */
export type Mark = { side: CarSide; x: number; y: number; kind: MarkKind }

/** `body` is filled, `glass` too in a lighter tone, `line` only drawn. */
export type Shape = { kind: 'body' | 'glass' | 'line'; path: string }

type Side = {
  label: string
  width: number
  height: number
  /** The transformation into the outline: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
  shapes: readonly Shape[]
}

const WHEELS: Shape = {
  kind: 'body',
  path: 'M30 51A12 12 0 0 0 54 51A12 12 0 0 0 30 51ZM146 51A12 12 0 0 0 170 51A12 12 0 0 0 146 51Z',
}
const HUBS: Shape = {
  kind: 'line',
  path: 'M35.5 51A6.5 6.5 0 0 0 48.5 51A6.5 6.5 0 0 0 35.5 51M151.5 51A6.5 6.5 0 0 0 164.5 51A6.5 6.5 0 0 0 151.5 51',
}

/** A side from the left of the car, with the front at x = 0; the right side is its mirror image. */
const PROFILE: readonly Shape[] = [
  {
    kind: 'body',
    path: 'M6 49Q3 46 4 40Q5 34 12 32L42 27Q48 26 53 22L71 9Q75 6 83 6L126 6Q137 6 145 12L164 26L187 29Q196 30 197 40L197 47Q197 51 193 51L173 51A15 15 0 0 0 143 51L57 51A15 15 0 0 0 27 51L10 51Q7 51 6 49Z',
  },
  {
    kind: 'glass',
    path: 'M60 26L74 13Q76 11 80 11L98 11L98 26ZM103 11L126 11Q134 11 140 15L153 26L103 26Z',
  },
  {
    kind: 'line',
    path: 'M100.5 11L100.5 48M57 27Q53 37 58 48M152 27Q153 36 144 44M58 48L143 48M86 33L94 33M128 33L136 33M8 38L20 34L18 39L8 41M197 38L190 38L187 31',
  },
  { kind: 'body', path: 'M60 25Q56 22 53 24L55 28L60 28Z' },
  WHEELS,
  HUBS,
]

const ABOVE: readonly Shape[] = [
  { kind: 'body', path: 'M66 9Q64 3 69 2L75 2L74 9ZM66 75Q64 81 69 82L75 82L74 75Z' },
  {
    kind: 'body',
    path: 'M8 28Q9 14 26 11L60 8L150 8Q180 9 190 14Q197 18 197 30L197 54Q197 66 190 70Q180 75 150 76L60 76L26 73Q9 70 8 56Q5 42 8 28Z',
  },
  {
    kind: 'glass',
    path: 'M60 16Q50 42 60 68L80 61Q74 42 80 23ZM146 23Q150 42 146 61L166 67Q171 42 166 17ZM66 13L152 13L142 19L85 19ZM66 71L152 71L142 65L85 65Z',
  },
  {
    kind: 'line',
    path: 'M18 20Q38 25 52 22M18 64Q38 59 52 62M176 16Q182 42 176 68M111 13L111 19M111 65L111 71M12 24L22 15M12 60L22 69M192 20L192 30M192 54L192 64',
  },
]

const TYRES: Shape = {
  kind: 'body',
  path: 'M11 46L21 46L21 54L13 54Q11 54 11 52ZM73 46L63 46L63 54L71 54Q73 54 73 52Z',
}

const FRONT: readonly Shape[] = [
  TYRES,
  { kind: 'body', path: 'M8 20Q4 21 5 26L13 26L13 22ZM76 20Q80 21 79 26L71 26L71 22Z' },
  {
    kind: 'body',
    path: 'M9 46L8 33Q8 27 14 24L22 8Q24 4 30 4L54 4Q60 4 62 8L70 24Q76 27 76 33L75 46Q75 49 72 49L12 49Q9 49 9 46Z',
  },
  { kind: 'glass', path: 'M18 23L26 10Q27 8 31 8L53 8Q57 8 58 10L66 23Z' },
  {
    kind: 'line',
    path: 'M10 30L25 32L23 37L10 35M74 30L59 32L61 37L74 35M31 33L53 33L51 37L33 37ZM14 24L70 24M32 41L52 41L52 46L32 46ZM10 43L26 43M58 43L74 43',
  },
]

const REAR: readonly Shape[] = [
  TYRES,
  {
    kind: 'body',
    path: 'M9 46L8 31Q8 26 14 23L22 8Q24 4 30 4L54 4Q60 4 62 8L70 23Q76 26 76 31L75 46Q75 49 72 49L12 49Q9 49 9 46Z',
  },
  { kind: 'glass', path: 'M20 21L27 10Q28 8 31 8L53 8Q56 8 57 10L64 21Z' },
  {
    kind: 'line',
    path: 'M9 27L20 27L18 37L9 37M75 27L64 27L66 37L75 37M20 27L64 27M18 37L20 43L64 43L66 37M32 30L52 30L52 35L32 35Z',
  },
]

/** The width and height of the whole outline. */
export const OUTLINE = { width: 240, height: 334 } as const

export const SIDES: Readonly<Record<CarSide, Side>> = {
  front: { label: 'Ön', width: 84, height: 56, matrix: [1, 0, 0, 1, 78, 0], shapes: FRONT },
  left: { label: 'Sol', width: 200, height: 64, matrix: [0, 1, -1, 0, 66, 67], shapes: PROFILE },
  top: { label: 'Üst', width: 200, height: 84, matrix: [0, 1, -1, 0, 162, 67], shapes: ABOVE },
  right: { label: 'Sağ', width: 200, height: 64, matrix: [0, 1, 1, 0, 174, 67], shapes: PROFILE },
  rear: { label: 'Arka', width: 84, height: 56, matrix: [1, 0, 0, 1, 78, 278], shapes: REAR },
}

/** The places of the sides' labels in the outline; the car from above needs none. */
export const LABELS: readonly { side: CarSide; x: number; y: number; anchor: 'start' | 'middle' | 'end' }[] =
  [
    { side: 'front', x: 70, y: 20, anchor: 'end' },
    { side: 'left', x: 34, y: 58, anchor: 'middle' },
    { side: 'right', x: 206, y: 58, anchor: 'middle' },
    { side: 'rear', x: 70, y: 316, anchor: 'end' },
  ]

/** Returns the place of a mark in the outline. */
export function pointOf({ side, x, y }: Pick<Mark, 'side' | 'x' | 'y'>): { x: number; y: number } {
  const { width, height, matrix } = SIDES[side]
  const [a, b, c, d, e, f] = matrix
  const at = { x: (x * width) / 1000, y: (y * height) / 1000 }
  return { x: a * at.x + c * at.y + e, y: b * at.x + d * at.y + f }
}

/** Returns the side and its point at a place of the outline, `null` beside the car. */
export function placeAt(at: { x: number; y: number }): Pick<Mark, 'side' | 'x' | 'y'> | null {
  for (const side of CAR_SIDES) {
    const { width, height, matrix } = SIDES[side]
    const [a, b, c, d, e, f] = matrix
    // The matrices only turn and mirror, so the inverse is the transposed one.
    const [dx, dy] = [at.x - e, at.y - f]
    const x = Math.round(((a * dx + b * dy) / width) * 1000)
    const y = Math.round(((c * dx + d * dy) / height) * 1000)
    if (x >= 0 && x <= 1000 && y >= 0 && y <= 1000) return { side, x, y }
  }
  return null
}
