import { type Month, MONTH_NAMES } from '#shared/date.ts'

/** The offer of a month with everything in it. */
export const monthChoice = ({ month, year }: Month) =>
  ({
    path: 'month',
    title: `${MONTH_NAMES[month - 1] ?? ''} ${year} dökümü`,
    hint: 'Kayıtlar, işlemleri ve ayın giderleri',
    unit: 'satır',
    params: { month, year },
  }) as const
