// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'

import { type Period, PeriodFilter, usePeriodDraft } from '#client/components/period-filter.tsx'

import { fireEvent, render, screen } from './render.ts'

const NONE: Period = { month: undefined, year: undefined }

/** Renders a page whose URL holds the period; 'Geri' stands for the browser's button. */
function Page() {
  const [period, setPeriod] = useState(NONE)
  const draft = usePeriodDraft(period)
  return (
    <>
      <PeriodFilter
        period={period}
        draft={draft}
        today="2026-11-21"
        onApply={setPeriod}
        onClear={() => setPeriod({ ...NONE })}
        canClear={false}
      />
      <button type="button" onClick={() => setPeriod({ month: 2, year: 2025 })}>
        Geri
      </button>
    </>
  )
}

const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name)
const choose = (name: string, value: string) => fireEvent.change(select(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const chosen = () => [select('Ay').value, select('Yıl').value]

test('the filter follows the applied period and keeps a chosen one that is not applied yet', () => {
  render(<Page />)
  choose('Ay', '7')
  expect(chosen()).toEqual(['7', ''])
  press('Geri')
  expect(chosen()).toEqual(['2', '2025'])
  press('Temizle')
  expect(chosen()).toEqual(['', ''])
})

test('a month without a year means this year, also when it is already applied', () => {
  render(<Page />)
  choose('Ay', '7')
  press('Uygula')
  expect(chosen()).toEqual(['7', '2026'])
  choose('Yıl', '')
  press('Uygula')
  expect(chosen()).toEqual(['7', '2026'])
})
