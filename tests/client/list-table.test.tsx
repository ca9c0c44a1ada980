// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

import { dataColumnHelper } from '#client/components/data-table/columns.ts'
import { ListTable } from '#client/components/data-table/list-table.tsx'

import { fireEvent, render, screen } from './render.ts'

type Row = { id: number; plaka: string }

const column = dataColumnHelper<Row>()
const columns = [column.accessor('plaka', { header: 'Plaka', meta: { width: { least: [1, 1, 1, 1] } } })]
const PAGE = { items: [{ id: 1, plaka: '34 ABC 123' }], total: 1 }
const FINE = { data: PAGE, isPlaceholderData: false, isError: false, isFetching: false }

function open(state: Partial<Omit<typeof FINE, 'data'>> & { data?: typeof PAGE | undefined }) {
  const refetch = vi.fn<() => void>()
  render(
    <ListTable
      caption="Kayıtlar"
      list={{ ...FINE, ...state, data: 'data' in state ? state.data : PAGE, refetch }}
      input={{ page: 1, size: 20, sort: 'plaka', dir: 'asc', q: '' }}
      columns={columns}
      rowId={(row) => String(row.id)}
      sizes={[20, 50]}
      onChange={() => {}}
      failureMessage="Kayıtlar alınamadı."
    >
      <p>Sonuç bulunamadı.</p>
    </ListTable>,
  )
  return refetch
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))

test('a failed load shows a message instead of rows', () => {
  const refetch = open({ isError: true, data: undefined })
  expect(screen.getByRole('alert').textContent).toContain('Kayıtlar alınamadı.')
  expect(screen.queryByRole('table')).toBeNull()
  press()
  expect(refetch).toHaveBeenCalledOnce()
})

test('a failed reload shows a message above the loaded rows', () => {
  const refetch = open({ isError: true })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('Kayıtlar alınamadı.')
  const cell = screen.getByRole('cell', { name: '34 ABC 123' })
  expect(alert.compareDocumentPosition(cell)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  press()
  expect(refetch).toHaveBeenCalledOnce()
})

test('a list without rows shows that it is empty', () => {
  open({ data: { items: [], total: 0 } })
  expect(screen.getByText('Sonuç bulunamadı.')).toBeDefined()
})

test('a page beyond the end shows the loading message until the last page replaces it', () => {
  open({ data: { items: [], total: 20 } })
  expect(screen.queryByText('Sonuç bulunamadı.')).toBeNull()
  expect(screen.getByText('Yükleniyor...')).toBeDefined()
})
