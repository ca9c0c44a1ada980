// @vitest-environment jsdom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { toIslemRows } from '#client/features/kayit/items/items.ts'
import { IslemTable } from '#client/features/kayit/items/item-table.tsx'

import { render, screen } from '#tests/client/render.ts'

const itemTable = (count: number) => {
  const rows = toIslemRows(
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      islem_adi: `Parça ${index + 1}`,
      islem_adet: 1,
      fiyat_kurus: 12_000,
    })),
  )
  return <IslemTable rows={rows} totals={null} showProblems={false} onChange={() => {}} onDelete={() => {}} />
}

const names = (html: string) => html.match(/value="Parça \d+"/g)?.length

test.each([
  [12, 12],
  [50, 50],
  [51, 50],
  [1_000, 50],
])('of %d items %d are drawn first', (count, first) => {
  expect(names(renderToString(itemTable(count)))).toBe(first)
})

test('all items are drawn, in their order', () => {
  render(itemTable(120))
  const shown = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^İşlem Adı/ })
  expect(shown.map(({ value }) => value)).toEqual(Array.from({ length: 120 }, (_, i) => `Parça ${i + 1}`))
})
