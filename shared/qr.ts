/** A QR code as an SVG path of black squares in a field of `size` squares, with the quiet zone. */
export type QrPicture = { size: number; path: string }

/** Returns the SVG path of a field's black squares, each row in runs. */
export const pathOfSquares = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isBlack, x) => {
        if (!isBlack || row[x - 1] === true) return []
        let end = x
        while (row[end] === true) end += 1
        return [`M${x} ${y}h${end - x}v1H${x}z`]
      }),
    )
    .join('')
