import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

/** The statistics of a period. */
export const statsChoice = (selected: SelectedPeriod) =>
  ({
    path: 'stats',
    title: `${nameOfPeriod(daysOfSelected(selected))} istatistikleri`,
    unit: 'satır',
    params: paramsOf(selected),
  }) as const

/** A period with everything in it. */
export const journalChoice = (selected: SelectedPeriod) =>
  ({
    path: 'journal',
    title: `${nameOfPeriod(daysOfSelected(selected))} dökümü`,
    hint: 'Kayıtlar, işlemleri ve giderler',
    unit: 'satır',
    params: paramsOf(selected),
  }) as const

/** A period in an address, as that of the statistics' screen has it. */
function paramsOf(selected: SelectedPeriod) {
  const { kind, ...params } = selected
  return kind === 'year' ? { ...params, period: kind } : params
}
