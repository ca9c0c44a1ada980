// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { ExportButton } from '#client/components/export-button.tsx'

import { fireEvent, render, screen } from './render.ts'

const journal = { path: 'journal', title: 'Kasım 2026 dökümü', unit: 'satır', params: {} } as const

/** Returns the formats of each choice in the open menu, and the button's own format. */
function offered(rows: number | undefined, format = 'PDF') {
  const list = {
    path: 'kayit',
    title: 'Listelenen kayıtlar',
    unit: 'kayıt',
    params: { q: '34' },
    rows,
  } as const
  render(<ExportButton format={format} choices={[list, journal]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Dışa aktarma seçenekleri' }))
  const names = (title: RegExp) =>
    screen.getAllByRole('link', { name: title }).map((link) => link.textContent)
  return {
    button: screen.getByRole('link', { name: /^Dışa aktar/ }).getAttribute('href'),
    list: names(/^Listelenen kayıtlar: /),
    journal: names(/^Kasım 2026 dökümü: /),
    note: screen.queryByText(/PDF için çok uzun/)?.textContent,
  }
}

test.each([[undefined], [0], [10_000]])('a list of %s records is offered in every format', (rows) => {
  expect(offered(rows)).toEqual({
    button: '/oto-servis/api/export/kayit?format=PDF&q=34',
    list: ['PDF', 'XLSX', 'CSV'],
    journal: ['PDF', 'XLSX', 'CSV'],
    note: undefined,
  })
})

test('a list too long for a PDF says so in place, and offers the next format', () => {
  expect(offered(10_001)).toEqual({
    button: '/oto-servis/api/export/kayit?format=XLSX&q=34',
    list: ['XLSX', 'CSV'],
    journal: ['PDF', 'XLSX', 'CSV'],
    note: 'Bu liste PDF için çok uzun (en fazla 10.000 satır). XLSX ya da CSV seçin veya listeyi daraltın.',
  })
})

test("a phone's options stand in the menu, also without a file", () => {
  render(<ExportButton format="PDF" choices={[]} phoneOptions={<p>Sıralama</p>} />)
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Liste seçenekleri$/ }))
  expect(screen.getByText('Sıralama').tagName).toBe('P')
})

test('the button is not printed', () => {
  offered(undefined)
  for (const link of screen.getAllByRole('link')) expect(link.closest('[data-print=hide]')).not.toBeNull()
})
