import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

/** Returns the export of a period's statistics. */
export const statsChoice = (selected: SelectedPeriod) =>
  ({
    path: 'stats',
    title: `${nameOfPeriod(daysOfSelected(selected))} istatistikleri`,
    unit: 'satır',
    params: paramsOf(selected),
  }) as const

/** Returns the export of a period with all its records, their items and expenses. */
export const journalChoice = (selected: SelectedPeriod) =>
  ({
    path: 'journal',
    title: `${nameOfPeriod(daysOfSelected(selected))} dökümü`,
    hint: 'Kayıtlar, işlemleri ve giderler',
    unit: 'satır',
    params: paramsOf(selected),
  }) as const

/** Returns a period as the parameters in the address of the statistics' screen. */
function paramsOf(selected: SelectedPeriod) {
  const { kind, ...params } = selected
  return kind === 'year' ? { ...params, period: kind } : params
}
