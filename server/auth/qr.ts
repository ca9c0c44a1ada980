import { encode } from 'uqr'

import type { QrPicture } from '#shared/auth/schema.ts'

/** The text as a QR code: an SVG path of rows of black squares in a field of `size` squares, with the quiet zone. */
export function qrOf(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => {
      if (!isBlack || row[x - 1] === true) return []
      let end = x
      while (row[end] === true) end += 1
      return [`M${x} ${y}h${end - x}v1H${x}z`]
    }),
  )
  return { size, path: path.join('') }
}
