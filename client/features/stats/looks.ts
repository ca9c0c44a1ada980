import type { SeriesLook } from '#client/charts/series-look.tsx'

/** The same series looks the same in every chart. */
export const LOOKS = {
  kayit: { label: 'Kayıt', className: 'text-primary', shape: 'line' },
  gelir: { label: 'Gelir', className: 'text-gelir', shape: 'line' },
  gider: { label: 'Gider', className: 'text-gider', shape: 'dashed' },
  giderBar: { label: 'Gider', className: 'text-gider', shape: 'bar' },
  kar: { label: 'Kâr', className: 'text-kar', shape: 'bar' },
  zarar: { label: 'Zarar', className: 'text-zarar', shape: 'hatched' },
} as const satisfies Record<string, SeriesLook>
