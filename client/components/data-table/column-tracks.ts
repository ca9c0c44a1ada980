import type { CSSProperties } from 'react'

import type { DataColumn, DataColumnMeta } from '#client/components/data-table/columns.ts'

const SCREENS = ['md', 'lg', 'xl', 'wide'] as const
type Screen = (typeof SCREENS)[number]

/** The screens without a column that has this `from`. */
const WITHOUT: Record<NonNullable<DataColumnMeta['from']>, readonly Screen[]> = {
  lg: ['md'],
  xl: ['md', 'lg'],
  wide: ['md', 'lg', 'xl'],
  card: SCREENS,
  noPreview: ['xl', 'wide'],
}

type ColumnWithMeta = Pick<DataColumn<never>, 'meta'>
const known = new WeakMap<readonly ColumnWithMeta[], CSSProperties>()

/** Returns the columns of each screen as custom properties of the table, for `data-tracks` in styles.css. */
export function columnTracks(columns: readonly ColumnWithMeta[]): CSSProperties {
  const tracks = known.get(columns) ?? createTracks(columns)
  known.set(columns, tracks)
  return tracks
}

function createTracks(columns: readonly ColumnWithMeta[]): CSSProperties {
  const entries = SCREENS.map((screen, index) => [`--tracks-${screen}`, tracks(columns, { screen, index })])
  return Object.fromEntries(entries) as CSSProperties
}

const tracks = (
  columns: readonly ColumnWithMeta[],
  { screen, index }: { screen: Screen; index: number },
): string =>
  columns
    .flatMap(({ meta: { from, width } }) => {
      if (from !== undefined && WITHOUT[from].includes(screen)) return []
      return `minmax(${width.least[index]}rem, ${width.share ?? width.least[3]}fr)`
    })
    .join(' ')
