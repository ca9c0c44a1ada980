// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { dataColumnHelper } from '#client/components/data-table/columns.ts'
import { DataTable, type Sort } from '#client/components/data-table/data-table.tsx'

import { fireEvent, render, screen, within } from './render.ts'

type Row = { id: number; plaka: string; adet: number }

const column = dataColumnHelper<Row>()
const width = { least: [1, 1, 1, 1] } as const
const columns = [
  column.accessor('plaka', { header: 'Plaka', meta: { width } }),
  column.accessor('adet', { header: 'İşlem Sayısı', meta: { align: 'right', width } }),
  column.display({ id: 'actions', header: 'İşlemler', meta: { width }, cell: ({ row }) => `Sil ${row.id}` }),
]
const ROWS: Row[] = [
  { id: 2, plaka: '34 B 2', adet: 5 },
  { id: 1, plaka: '06 A 1', adet: 9 },
]

interface ListProps {
  rows?: Row[] | undefined
  seen?: (sort: Sort<keyof Row>) => void
}

function List({ rows, seen }: ListProps) {
  const [sort, setSort] = useState<Sort<keyof Row>>({ key: 'plaka', dir: 'asc' })
  const change = (next: Sort<keyof Row>) => {
    seen?.(next)
    setSort(next)
  }
  return (
    <DataTable
      caption="Servis kayıtları"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      sort={sort}
      onSortChange={change}
      expectedRows={3}
    />
  )
}

const header = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => fireEvent.click(within(header(name)).getByRole('button'))

test('the table has a name and column heads and keeps the order of the server', () => {
  render(<List rows={ROWS} />)
  const table = screen.getByRole('table', { name: 'Servis kayıtları' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3)
  const lines = within(table).getAllByRole('row').slice(1)
  expect(lines.map((line) => line.textContent)).toEqual(['34 B 25Sil 2', '06 A 19Sil 1'])
})

test('only the column that sorts has aria-sort, and only sortable columns have a button', () => {
  render(<List rows={ROWS} />)
  expect(header('Plaka').getAttribute('aria-sort')).toBe('ascending')
  expect(header('İşlem Sayısı').hasAttribute('aria-sort')).toBe(false)
  expect(within(header('İşlemler')).queryByRole('button')).toBeNull()
})

test('the sorted column reverses, and another column begins ascending (specification §9)', () => {
  const seen = vi.fn<(sort: Sort<keyof Row>) => void>()
  render(<List rows={ROWS} seen={seen} />)
  sortBy('Plaka')
  expect(seen).toHaveBeenLastCalledWith({ key: 'plaka', dir: 'desc' })
  expect(header('Plaka').getAttribute('aria-sort')).toBe('descending')
  sortBy('Plaka')
  expect(seen).toHaveBeenLastCalledWith({ key: 'plaka', dir: 'asc' })
  sortBy('İşlem Sayısı')
  expect(seen).toHaveBeenLastCalledWith({ key: 'adet', dir: 'asc' })
  expect(header('Plaka').hasAttribute('aria-sort')).toBe(false)
})

test('a change of the order is announced, the first order is not', () => {
  render(<List rows={ROWS} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  sortBy('Plaka')
  expect(status.textContent).toBe('Plaka sütununa göre azalan sıralandı.')
})

test('a phone, which shows no column heads, sorts by a menu', () => {
  const seen = vi.fn<(sort: Sort<keyof Row>) => void>()
  render(<List rows={ROWS} seen={seen} />)
  const menu = screen.getByLabelText<HTMLSelectElement>('Sıralama')
  expect(menu.selectedOptions[0]?.textContent).toBe('Plaka (artan)')
  expect([...menu.options].map((option) => option.textContent)).toEqual([
    'Plaka (artan)',
    'Plaka (azalan)',
    'İşlem Sayısı (artan)',
    'İşlem Sayısı (azalan)',
  ])
  fireEvent.change(menu, { target: { value: 'desc adet' } })
  expect(seen).toHaveBeenLastCalledWith({ key: 'adet', dir: 'desc' })
})

test('the first load is announced and reserves the height of the expected rows', () => {
  render(<List rows={undefined} />)
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-busy')).toBe('true')
  // The text is not in a cell, which may be as narrow as a checkbox.
  expect(within(table).queryByText('Yükleniyor...')).toBeNull()
  expect(screen.getByText('Yükleniyor...').tagName).toBe('OUTPUT')
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 3)
})
