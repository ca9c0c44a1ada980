import { expect, test } from 'vitest'

import type { DataColumnMeta } from '#client/components/data-table/columns.ts'
import { columnTracks } from '#client/components/data-table/column-tracks.ts'

const width = { least: [1, 2, 3, 4] } as const
const columns = (...metas: DataColumnMeta[]) => metas.map((meta) => ({ meta }))

test('each screen has the least widths of its columns; a share without a figure is the last of them', () => {
  expect(columnTracks(columns({ width }, { width: { least: [5, 6, 7, 8], share: 1 } }))).toEqual({
    '--tracks-md': 'minmax(1rem, 4fr) minmax(5rem, 1fr)',
    '--tracks-lg': 'minmax(2rem, 4fr) minmax(6rem, 1fr)',
    '--tracks-xl': 'minmax(3rem, 4fr) minmax(7rem, 1fr)',
    '--tracks-wide': 'minmax(4rem, 4fr) minmax(8rem, 1fr)',
  })
})

test.each([
  ['lg', ['lg', 'xl', 'wide']],
  ['xl', ['xl', 'wide']],
  ['wide', ['wide']],
  ['noPreview', ['md', 'lg']],
  ['card', []],
] as const)('a column from %s has a track only where it is shown', (from, shown) => {
  const tracks: object = columnTracks(columns({ width: { least: [9, 9, 9, 9] } }, { width, from }))
  const two = Object.entries(tracks).filter(([, value]) => !/^minmax\([^)]*\)$/.test(String(value)))
  expect(two.map(([name]) => name)).toEqual(shown.map((screen) => `--tracks-${screen}`))
})
