import { getRouteApi } from '@tanstack/react-router'

import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Alert } from '#client/ui/alert.tsx'

import { CashHead } from './cash-head.tsx'
import { MonthFilesCard } from './month-files-card.tsx'
import { MonthPicker, nameOfMonth } from './month-picker.tsx'
import { MonthResultCard } from './month-result-card.tsx'
import { parseMonthSearch } from './month-search.ts'
import { MonthTakenCard } from './month-taken-card.tsx'
import { isUnfinished, shownMonth } from './shown-month.ts'
import { VatCard } from './vat-card.tsx'

const route = getRouteApi('/_app/cash/month')

/** Answers what a month brought, and has its files for the accountant. */
export function MonthScreen() {
  const today = useToday()
  const month = shownMonth(parseMonthSearch(route.useSearch()), today)
  const hasFigures = useRight('figures')
  return (
    <>
      <CashHead to="/cash/month" beside={<MonthPicker month={month} today={today} />} />
      {isUnfinished(month, today) && (
        <Alert variant="info" className="mb-4">
          {`${nameOfMonth(month)} bitmedi: tutarlar ve dosyalar şu anki durumu gösterir.`}
        </Alert>
      )}
      {hasFigures ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-6">
          <div className="grid gap-4 lg:gap-6">
            <MonthResultCard month={month} />
            <MonthFilesCard month={month} />
          </div>
          <div className="grid gap-4 lg:gap-6">
            <MonthTakenCard month={month} />
            <VatCard month={month} />
          </div>
        </div>
      ) : (
        <MonthFilesCard month={month} />
      )}
    </>
  )
}
