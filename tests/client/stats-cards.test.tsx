// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { AllTimeCards, MonthCards } from '#client/features/stats/stats-cards.tsx'

import { render, screen } from './render.ts'

const balance = (fark: number) => ({ gelir: 100_050, gider: 100_050 - fark, fark })

test.each([
  { fark: 50_000, amount: '₺500', colour: 'text-success', word: 'Kâr' },
  { fark: 0, amount: '₺0', colour: 'text-success', word: 'Kâr' },
  { fark: -50_000, amount: '−₺500', colour: 'text-destructive', word: 'Zarar' },
])('a profit of $amount has the colour $colour, with its word', ({ fark, amount, colour, word }) => {
  render(<AllTimeCards allTime={{ ...balance(fark), kayit: 4 }} />)
  expect(screen.getByText(amount).className).toBe(colour)
  expect(screen.getByText(word)).toBeDefined()
})

test('the cards of a month and of all time have their names, and amounts no kuruş', () => {
  const previous = { name: 'Ekim', month: undefined }
  render(
    <MonthCards
      title="Kasım 2026"
      month={{ ...balance(20_000), kayit: 3, tamamlanan: 2 }}
      previous={previous}
    />,
  )
  render(<AllTimeCards allTime={{ ...balance(20_000), kayit: 4 }} />)
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Kayıt sayısı',
    'Tamamlanan',
    'Gelir',
    'Gider',
    'Kâr / zarar',
    'Toplam kayıt',
    'Toplam gelir',
    'Toplam gider',
    'Toplam kâr / zarar',
  ])
  expect(screen.getAllByText('₺1.001')).toHaveLength(2)
})
