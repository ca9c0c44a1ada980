import { CAR_SIDES, type CarSide, type Mark, type MarkKind, SIDES } from './outline.ts'

/** The fields of a record that the forms print, so that a signature covers them. */
export const PRINTED_FIELDS = [
  'musteri_adi_soyadi',
  'musteri_tel',
  'plaka',
  'sasi_no',
  'arac_marka',
  'arac_model',
  'model_yili',
  'musteri_talebi',
  'giris_tarihi',
] as const

/** How long a form may wait on a device for the connection; the server knows keys as long. */
export const LONGEST_WAIT_MS = 7 * 86_400_000

export const MAX_FUEL = 8
export const MAX_MARKS = 60
export const MAX_BELONGINGS = 500
export const MAX_TERMS = 1_500
export const MAX_PARTS = 500
export const MAX_WARRANTY_MONTHS = 120
export const MAX_WARRANTY_KM = 999_999
export const MAX_ITEM_WARRANTIES = 60

/** A signature: strokes of alternating x and y, from 0 to the width and height of the pad. */
export type Strokes = number[][]
export const SIGNATURE = { width: 1_000, height: 400, maxStrokes: 100, maxPoints: 2_000 } as const

/** The number of points of a signature. */
export const pointsOf = (strokes: Strokes): number =>
  strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0)

/** Returns a stroke as the data of a path, on a pad of this scale; a single point becomes a dot. */
export function strokePath(stroke: readonly number[], scale = 1): string {
  const at = (index: number) =>
    `${round((stroke[index] ?? 0) * scale)} ${round((stroke[index + 1] ?? 0) * scale)}`
  const rest = Array.from({ length: Math.max(0, stroke.length / 2 - 1) }, (_, index) => at(2 * index + 2))
  return `M${at(0)}${(rest.length === 0 ? [at(0)] : rest).map((point) => `L${point}`).join('')}`
}

const round = (value: number) => Math.round(value * 100) / 100

export const CAR_KINDS = ['car', 'van', 'truck', 'motorcycle', 'other'] as const
export type CarKind = (typeof CAR_KINDS)[number]
export const CAR_KIND_WORDS: Readonly<Record<CarKind, string>> = {
  car: 'Otomobil',
  van: 'Kamyonet, minibüs',
  truck: 'Kamyon, otobüs',
  motorcycle: 'Motosiklet',
  other: 'Diğer',
}

export const MARK_WORDS: Readonly<Record<MarkKind, string>> = {
  scratch: 'Çizik',
  dent: 'Göçük',
  break: 'Kırık',
}

/** The parts of a side from 0 on, each up to a thousandth: along the car, for front and rear from the top. */
const PARTS: Readonly<Record<CarSide, readonly (readonly [upTo: number, name: string])[]>> = {
  left: profile('sol'),
  right: profile('sağ'),
  top: [
    [270, 'kaput'],
    [400, 'ön cam'],
    [720, 'tavan'],
    [850, 'arka cam'],
    [1000, 'bagaj'],
  ],
  front: [
    [420, 'ön cam'],
    [560, 'kaput önü'],
    [1000, 'ön tampon'],
  ],
  rear: [
    [400, 'arka cam'],
    [700, 'bagaj kapağı'],
    [1000, 'arka tampon'],
  ],
}

function profile(side: string) {
  return [
    [270, `${side} ön çamurluk`],
    [500, `${side} ön kapı`],
    [720, `${side} arka kapı`],
    [1000, `${side} arka çamurluk`],
  ] as const
}

/** Returns the part of the car at a mark: 'sol ön kapı'. */
export function partOf({ side, x, y }: Pick<Mark, 'side' | 'x' | 'y'>): string {
  const at = side === 'front' || side === 'rear' ? y : x
  return PARTS[side].find(([upTo]) => at <= upTo)?.[1] ?? SIDES[side].label
}

/** Returns a mark in words: 'Çizik, sol ön kapı'. */
export const markWords = (mark: Mark): string => `${MARK_WORDS[mark.kind]}, ${partOf(mark)}`

/** The terms of a shop that has written none: the regulation's duties in the words of a workshop. */
export const DEFAULT_TERMS = [
  'Servis, aracı ve bu formda yazan eşyayı özenle korur. Forma yazılmayan para ve değerli eşyadan sorumlu değildir.',
  'Yazılı tutarın üzerindeki ya da burada yazmayan iş için önce müşteriye sorulur.',
  'Değişen parçalar, istenirse müşteriye geri verilir.',
  'Garanti dışında değişen parçalar en az 6 ay garantilidir.',
  'Teslim günü gecikecekse müşteri aranır. Kişisel veriler yalnızca bu iş için kullanılır.',
].join('\n')

/** The parts of the car by their names, each with its middle, for a choice without a tap. */
export const CAR_PLACES: readonly ({ name: string } & Pick<Mark, 'side' | 'x' | 'y'>)[] = CAR_SIDES.flatMap(
  (side) =>
    PARTS[side].map(([upTo, name], index) => {
      const middle = Math.round(((PARTS[side][index - 1]?.[0] ?? 0) + upTo) / 2)
      const isUpright = side === 'front' || side === 'rear'
      return {
        name: `${SIDES[side].label}: ${name.replace(/^(?:sol|sağ) /, '')}`,
        side,
        x: isUpright ? 500 : middle,
        y: isUpright ? middle : 500,
      }
    }),
)
