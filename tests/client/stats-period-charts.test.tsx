// @vitest-environment jsdom
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { FigurePeriodContext } from '#client/charts/figure-period-context.ts'
import { IncomeBreakdown } from '#client/features/stats/income-breakdown.tsx'
import {
  ExpenseChart,
  IncomeChart,
  periodTables,
  RecordsChart,
  ResultChart,
} from '#client/features/stats/period-charts.tsx'
import { type PeriodView, periodView } from '#client/features/stats/period-view.ts'
import type { IncomePart } from '#shared/stats/income.ts'

import { layOutCharts } from './chart-layout.ts'
import { periodAnswer } from './period-answer.ts'
import { fireEvent, render, screen, within } from './render.ts'

// A file of its own holds the drawings.
beforeAll(() => vi.dynamicImportSettled())

layOutCharts()

const TODAY = '2026-03-22'
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const VIEW = periodView(
  periodAnswer(YEAR, {
    points: {
      0: { gelir_kurus: 120_050, gider_kurus: 30_000, kayit_sayisi: 2 },
      2: { gider_kurus: 45_000 },
    },
    previous: { 0: { gelir_kurus: 60_000 }, 11: { gelir_kurus: 200_000 } },
  }),
)
const EMPTY = periodView(periodAnswer(YEAR))

const figure = (name: string) => screen.getByRole('figure', { name })
const series = (label: string) => document.querySelector(`[data-series="${label}"]`)
const press = (name: string, key: string) =>
  fireEvent.keyDown(within(figure(name)).getByRole('application'), { key })
const spoken = (name: string) => within(figure(name)).getByRole('status').textContent

function openTable(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Tabloyu göster' }))
  const rows = within(screen.getByRole('table', { name })).getAllByRole('row')
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
}

describe('a figure beside that of the year before', () => {
  const NAME = 'Aylık gelir'

  test('the line ends with the running month, the dashed one of the year before does not', () => {
    render(<IncomeChart view={VIEW} today={TODAY} />)
    expect(series('2026')?.querySelectorAll('circle')).toHaveLength(3)
    expect(series('2025')?.querySelectorAll('rect')).toHaveLength(12)
    expect(series('2025')?.querySelector('path')?.getAttribute('stroke-dasharray')).toBe('6 4')
    expect(screen.getByText('Toplam ₺1.201, en yüksek ay Ocak 2026 (₺1.201)')).toBeDefined()
    expect(screen.getByText('Mart ayı sürüyor: bugüne kadar girilenler.')).toBeDefined()
  })

  test('both are read with the keyboard', () => {
    render(<IncomeChart view={VIEW} today={TODAY} />)
    press(NAME, 'Home')
    expect(spoken(NAME)).toBe('Ocak 2026: 2026 ₺1.201, Ocak 2025 ₺600')
    press(NAME, 'End')
    expect(spoken(NAME)).toBe('Aralık 2026: 2026 ₺0, Aralık 2025 ₺2.000')
  })

  test('the table has both, with their sums', () => {
    render(periodTables(VIEW)[NAME])
    const rows = openTable(NAME)
    expect(rows[0]).toEqual(['Ay', '2026', '2025'])
    expect(rows[1]).toEqual(['Ocak 2026', '₺1.201', '₺600'])
    expect(rows.at(-1)).toEqual(['Toplam', '₺1.201', '₺2.600'])
  })

  test('days have their own words, and more than 31 of them no marks', () => {
    const days = { from: '2026-02-01', to: '2026-03-15' }
    const view = periodView(periodAnswer(days, { points: { 4: { kayit_sayisi: 3 } } }))
    render(<RecordsChart view={view} today={TODAY} />)
    expect(screen.getByText('Toplam 3, en yüksek gün 5 Şubat Perşembe (3)')).toBeDefined()
    expect(series('Seçilen günler')?.querySelectorAll('circle')).toHaveLength(0)
    press('Günlük kayıt sayısı', 'Home')
    expect(series('Seçilen günler')?.querySelectorAll('circle')).toHaveLength(1)
    expect(spoken('Günlük kayıt sayısı')).toMatch(/^1 Şubat Pazar: Seçilen günler 0, \d+ Aralık 2025 0$/)
  })

  test.each<[string, (view: PeriodView | undefined) => void]>([
    ['gelir', (view) => render(<IncomeChart view={view} today={TODAY} />)],
    ['gider', (view) => render(<ExpenseChart view={view} today={TODAY} />)],
    ['kayıt', (view) => render(<RecordsChart view={view} today={TODAY} />)],
    ['kâr ve zarar', (view) => render(<ResultChart view={view} />)],
  ])('an empty period says that there is no %s', (noun, draw) => {
    draw(EMPTY)
    expect(screen.getByText(`Bu dönemde ${noun} yok.`)).toBeDefined()
    expect(screen.queryByRole('application')).toBeNull()
  })

  test('the loading chart reserves its place', () => {
    render(<ExpenseChart view={undefined} today={TODAY} />)
    expect(screen.getByRole('figure').getAttribute('aria-busy')).toBe('true')
  })
})

test('the chart shows the months of profit and loss, the loss striped', () => {
  render(<ResultChart view={VIEW} />)
  expect(screen.getByText('1 ay kâr, 1 ay zarar')).toBeDefined()
  expect(series('Zarar')?.querySelector('rect[fill^="url(#"]')).not.toBeNull()
  press('Aylık gelir − gider', 'Home')
  expect(spoken('Aylık gelir − gider')).toBe('Ocak 2026: Gelir ₺1.201, Gider ₺300, Kâr ₺901')
  render(periodTables(VIEW)['Aylık gelir − gider'])
  expect(openTable('Aylık gelir − gider').at(-1)).toEqual(['Toplam', '₺1.201', '₺750', '₺451'])
})

/** Reads a file; jsdom offers no other way. */
const bytesOf = (file: Blob | undefined) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(file ?? new Blob())
  })

const PARTS: IncomePart[] = [
  { name: '=FİAT', gelir: 60_050, percent: 60, isRest: false },
  { name: 'Diğer (4 marka)', gelir: 40_000, percent: 40, isRest: true },
]

describe('the parts of an income', () => {
  test('they are bars with their share, and add up', () => {
    render(<IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={PARTS} />)
    fireEvent.keyDown(screen.getByRole('application'), { key: 'End' })
    expect(screen.getByRole('status').textContent).toBe('Diğer (4 marka): Gelir ₺400, Payı %40')
    expect(screen.getByText('Toplam ₺1.001, en çok =FİAT (%60).')).toBeDefined()
    expect(openTable('Markaya göre gelir').at(-1)).toEqual(['Toplam', '₺1.001', ''])
  })

  test('without income there is a message', () => {
    render(<IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={[]} />)
    expect(screen.getByText('Bu dönemde gelir yok.')).toBeDefined()
  })

  test('the file has the figures of the table with their kuruş', async () => {
    const files: Blob[] = []
    const names: string[] = []
    vi.stubGlobal('URL', {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => {},
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    render(
      <FigurePeriodContext value="2026 yılı">
        <IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={PARTS} />
      </FigurePeriodContext>,
    )
    expect(screen.queryByRole('button', { name: 'Dosya olarak indir' })).toBeNull()
    openTable('Markaya göre gelir')
    fireEvent.click(screen.getByRole('button', { name: 'Dosya olarak indir' }))
    expect(names).toEqual(['Markaya göre gelir 2026 yılı.csv'])
    const bytes = await bytesOf(files[0])
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      "\uFEFFMarka;Gelir;Pay %\r\n'=FİAT;600,50;60\r\nDiğer (4 marka);400,00;40\r\nToplam;1000,50;\r\n",
    )
  })
})
