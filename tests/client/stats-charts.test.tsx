// @vitest-environment jsdom
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { dailyFigures } from '#client/features/stats/daily-figures.ts'
import { KayitChart, KayitTable } from '#client/features/stats/kayit-chart.tsx'
import { OperationsChart, OperationsTable } from '#client/features/stats/operations-chart.tsx'
import { ProfitChart, ProfitTable } from '#client/features/stats/profit-chart.tsx'
import { TrendChart, TrendTable } from '#client/features/stats/trend-chart.tsx'

import { layOutCharts } from './chart-layout.ts'
import { fireEvent, render, screen, within } from './render.ts'
import { answer } from './stats-answer.ts'

// A file of its own holds the drawings.
beforeAll(() => vi.dynamicImportSettled())

layOutCharts()

const DAYS = dailyFigures(
  answer(2026, 11, {
    1: { kayit: 2, gelir: 120_000, gider: 30_000, gelirSayisi: 2, giderSayisi: 1 },
    2: { kayit: 1, gider: 45_050, giderSayisi: 2 },
    4: { kayit: 3, gelir: 8000, gelirSayisi: 1 },
  }),
)
const EMPTY = dailyFigures(answer(2026, 2))

const figure = (name: string) => screen.getByRole('figure', { name })
const plot = (name: string) => within(figure(name)).getByRole('application')
const spoken = (name: string) => within(figure(name)).getByRole('status').textContent
const press = (name: string, key: string) => fireEvent.keyDown(plot(name), { key })
const series = (name: string, label: string) => figure(name).querySelector(`[data-series="${label}"]`)
const bars = (name: string, label: string) => series(name, label)?.querySelectorAll('[data-slot="bar"]')

function openTable(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Tabloyu göster' }))
  const [, ...rows] = within(screen.getByRole('table', { name })).getAllByRole('row')
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
}

describe('the chart of records per day', () => {
  const NAME = 'Günlük kayıt sayısı'

  test('a line has a mark for each day so far', () => {
    render(<KayitChart days={DAYS} drawnCount={21} />)
    expect(series(NAME, 'Kayıt')?.querySelectorAll('circle')).toHaveLength(21)
    expect(within(figure(NAME)).getByText('En yoğun gün 4 Kasım, 3 kayıt')).toBeDefined()
  })

  test('the days can be read with the keyboard', () => {
    render(<KayitChart days={DAYS} drawnCount={21} />)
    expect(spoken(NAME)).toBe('')
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe('1 Kasım Pazar: Kayıt 2')
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe('2 Kasım Pazartesi: Kayıt 1')
    press(NAME, 'End')
    expect(spoken(NAME)).toBe('30 Kasım Pazartesi: Kayıt 0')
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe('30 Kasım Pazartesi: Kayıt 0')
    press(NAME, 'Home')
    press(NAME, 'ArrowLeft')
    expect(spoken(NAME)).toBe('1 Kasım Pazar: Kayıt 2')
    press(NAME, 'Escape')
    expect(spoken(NAME)).toBe('')
  })

  test('the table has the days and their sum', () => {
    render(<KayitTable days={DAYS} />)
    const rows = openTable(NAME)
    expect(rows).toHaveLength(30 + 1)
    expect(rows[3]).toEqual(['04.11.2026', '3'])
    expect(rows.at(-1)).toEqual(['Toplam', '6'])
  })

  test('an empty month shows a message in the place of the chart', () => {
    render(<KayitChart days={EMPTY} drawnCount={28} />)
    expect(within(figure(NAME)).getByText('Bu ayda kayıt yok.').className).toContain('h-45')
    expect(within(figure(NAME)).queryByRole('application')).toBeNull()
  })

  test('a month that begins tomorrow shows a plot without marks', () => {
    render(<KayitChart days={DAYS} drawnCount={0} />)
    expect(series(NAME, 'Kayıt')?.querySelectorAll('circle')).toHaveLength(0)
    expect(figure(NAME).innerHTML).not.toContain('NaN')
  })

  test('the loading chart reserves its place', () => {
    render(<KayitChart days={undefined} drawnCount={0} />)
    expect(figure(NAME).getAttribute('aria-busy')).toBe('true')
    expect(figure(NAME).querySelector('.h-45')).not.toBeNull()
    expect(screen.queryByRole('application')).toBeNull()
  })
})

describe('the chart of income and expense', () => {
  const NAME = 'Günlük gelir ve gider'

  test('two lines are drawn, the second one dashed and with a square mark at its end', () => {
    render(<TrendChart days={DAYS} drawnCount={4} today="2026-11-21" />)
    const [gelir, gider] = [series(NAME, 'Gelir'), series(NAME, 'Gider')]
    expect(gelir?.querySelectorAll('circle')).toHaveLength(1)
    expect(gider?.querySelectorAll('rect')).toHaveLength(1)
    const line = (of: Element | null | undefined) => [...(of?.querySelectorAll('path') ?? [])].at(-1)
    expect(line(gelir)?.hasAttribute('stroke-dasharray')).toBe(false)
    expect(line(gider)?.getAttribute('stroke-dasharray')).toBe('6 4')
    for (const one of [gelir, gider]) expect(line(one)?.getAttribute('d')?.match(/[ML]/g)).toHaveLength(4)
    expect(
      within(figure(NAME))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Gelir', 'Gider'])
    expect(within(figure(NAME)).getByText('En iyi gün 1 Kasım, ₺1.200')).toBeDefined()
  })

  test('the day of today is marked in its own month only', () => {
    render(<TrendChart days={DAYS} drawnCount={21} today="2026-11-21" />)
    expect(within(figure(NAME)).getByText('bugün')).toBeDefined()
    render(<TrendChart days={EMPTY} drawnCount={28} today="2026-11-21" />)
    expect(screen.getAllByText('bugün')).toHaveLength(1)
  })

  test('a month without income names no best day', () => {
    const days = dailyFigures(answer(2026, 11, { 2: { gider: 500 } }))
    render(<TrendChart days={days} drawnCount={4} today="2026-11-21" />)
    expect(within(figure(NAME)).getByText('Bu ayda gelir yok.')).toBeDefined()
  })

  test('the amounts are read without kuruş', () => {
    render(<TrendChart days={DAYS} drawnCount={4} today="2026-11-21" />)
    press(NAME, 'ArrowRight')
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe('2 Kasım Pazartesi: Gelir ₺0, Gider ₺451')
    render(<TrendTable days={DAYS} />)
    expect(openTable(NAME)[0]).toEqual(['01.11.2026', '₺1.200', '₺300'])
  })
})

describe('the chart of profit', () => {
  const NAME = 'Günlük kâr / zarar'
  const heights = (label: string) =>
    [...(bars(NAME, label) ?? [])].map((bar) => Number(bar.getAttribute('height')))
  const tops = (label: string) => [...(bars(NAME, label) ?? [])].map((bar) => Number(bar.getAttribute('y')))

  test('a bar shows the expense, with the profit on top or the loss below zero', () => {
    render(<ProfitChart days={DAYS} />)
    expect([heights('Gider'), heights('Kâr'), heights('Zarar')].map(({ length }) => length)).toEqual([
      2, 2, 1,
    ])
    const [expense = 0, loss = 0] = [heights('Gider')[1], heights('Zarar')[0]]
    expect(loss).toBeCloseTo(expense)
    expect(tops('Zarar')[0]).toBeCloseTo((tops('Gider')[1] ?? 0) + expense)
    expect((tops('Kâr')[0] ?? 0) + (heights('Kâr')[0] ?? 0)).toBeCloseTo(tops('Gider')[0] ?? 0)
    expect(heights('Kâr')[0]).toBeCloseTo(3 * (heights('Gider')[0] ?? 0))
  })

  test('a loss is marked with stripes too', () => {
    render(<ProfitChart days={DAYS} />)
    const stripes = series(NAME, 'Zarar')?.querySelector('rect[fill^="url(#"]')
    const id = stripes?.getAttribute('fill')?.slice('url(#'.length, -1)
    expect(figure(NAME).querySelector('pattern')?.id).toBe(id)
    expect(series(NAME, 'Kâr')?.querySelector('rect[fill^="url(#"]')).toBeNull()
  })

  test('the amounts are read with their counts (specification §2)', () => {
    render(<ProfitChart days={DAYS} />)
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe(
      '1 Kasım Pazar: Gelir ₺1.200, Gider ₺300, Kâr ₺900, Gelir kaydı 2, Gider kaydı 1',
    )
    press(NAME, 'ArrowRight')
    expect(spoken(NAME)).toBe(
      '2 Kasım Pazartesi: Gelir ₺0, Gider ₺451, Zarar ₺451, Gelir kaydı 0, Gider kaydı 2',
    )
    render(<ProfitTable days={DAYS} />)
    expect(openTable(NAME).at(-1)).toEqual(['Toplam', '₺1.280', '₺751', '₺530', '3', '3'])
  })

  test('a month of losses has no bar above the expenses', () => {
    render(<ProfitChart days={dailyFigures(answer(2026, 2, { 1: { gider: 1000 }, 28: { gider: 2000 } }))} />)
    expect(heights('Kâr')).toEqual([])
    expect(heights('Zarar')).toHaveLength(2)
    expect(within(figure(NAME)).getByText('0 gün kâr, 2 gün zarar')).toBeDefined()
  })

  test('an empty month shows a message', () => {
    render(<ProfitChart days={EMPTY} />)
    expect(within(figure(NAME)).getByText('Bu ayda kâr ve zarar yok.')).toBeDefined()
    expect(figure(NAME).querySelectorAll('[data-slot="bar"]')).toHaveLength(0)
  })

  test('a month that breaks even every day has bars of expense only', () => {
    render(<ProfitChart days={dailyFigures(answer(2026, 2, { 3: { gelir: 50, gider: 50 } }))} />)
    expect([heights('Gider').length, heights('Kâr').length, heights('Zarar').length]).toEqual([1, 0, 0])
    expect(within(figure(NAME)).getByText('0 gün kâr, 0 gün zarar')).toBeDefined()
    expect(figure(NAME).innerHTML).not.toContain('NaN')
  })
})

describe('the chart of the most frequent operations', () => {
  const NAME = 'En sık yapılan işlemler'
  const OPERATIONS = [
    { name: 'YAĞ DEĞİŞİMİ', adet: 1240 },
    { name: 'FREN BALATASI', adet: 310 },
  ]

  test('bars of 36 pixels are as long as their quantity', () => {
    render(<OperationsChart operations={OPERATIONS} />)
    const found = [...figure(NAME).querySelectorAll('[data-slot="bar"]')]
    expect(found.map((bar) => bar.getAttribute('height'))).toEqual(['36', '36'])
    expect(found.map((bar) => Number(bar.getAttribute('width')))).toEqual([640, 160])
  })

  test('the first bar is solid, the others are soft', () => {
    render(<OperationsChart operations={OPERATIONS} />)
    const found = [...figure(NAME).querySelectorAll('[data-slot="bar"]')]
    const colour = (bar: Element) => bar.getAttribute('class')?.match(/fill-\S+/)?.[0]
    expect(found.map(colour)).toEqual(['fill-primary', 'fill-primary-soft'])
  })

  test('five operations are shown until the user asks for the others', () => {
    const seven = Array.from({ length: 7 }, (_, index) => ({ name: `İşlem ${index}`, adet: 9 - index }))
    render(<OperationsChart operations={seven} />)
    const shown = () => figure(NAME).querySelectorAll('ol li').length
    expect(shown()).toBe(5)
    const button = within(figure(NAME)).getByRole('button', { name: '2 işlem daha' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    expect(shown()).toBe(7)
    expect([button.textContent, button.getAttribute('aria-expanded')]).toEqual(['İlk 5 işlem', 'true'])
    fireEvent.click(button)
    expect(shown()).toBe(5)
  })

  test('the operations can be read with the keyboard and as a table', () => {
    render(<OperationsChart operations={OPERATIONS} />)
    press(NAME, 'ArrowDown')
    press(NAME, 'ArrowDown')
    expect(spoken(NAME)).toBe('FREN BALATASI: Adet 310')
    render(<OperationsTable operations={OPERATIONS} />)
    expect(openTable(NAME)).toEqual([
      ['YAĞ DEĞİŞİMİ', '1.240'],
      ['FREN BALATASI', '310'],
    ])
  })

  test('an empty month shows one message', () => {
    render(<OperationsChart operations={[]} />)
    expect(within(figure(NAME)).getByText('Bu ayda işlem yok.')).toBeDefined()
    expect(within(figure(NAME)).queryByRole('button')).toBeNull()
  })
})

test('the button of the table opens and closes it and says what it does', () => {
  render(<KayitTable days={DAYS} />)
  const button = screen.getByRole('button')
  const seen = () => [
    button.textContent,
    button.getAttribute('aria-expanded'),
    screen.queryAllByRole('table').length,
  ]
  expect(seen()).toEqual(['Tabloyu göster', 'false', 0])
  fireEvent.click(button)
  expect(seen()).toEqual(['Tabloyu gizle', 'true', 1])
  fireEvent.click(button)
  expect(seen()).toEqual(['Tabloyu göster', 'false', 0])
})

test('the pointer shows the figures of its day without announcing them', () => {
  render(<KayitChart days={DAYS} drawnCount={21} />)
  const target = plot('Günlük kayıt sayısı')
  fireEvent.pointerMove(target, { clientX: 615, clientY: 40 })
  expect(target.querySelector('.visx-tooltip')?.textContent).toBe('30 Kasım PazartesiKayıt0')
  expect(spoken('Günlük kayıt sayısı')).toBe('')
  fireEvent.pointerLeave(target, { pointerType: 'mouse' })
  expect(target.querySelector('.visx-tooltip')).toBeNull()
})
