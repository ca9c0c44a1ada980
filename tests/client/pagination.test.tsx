// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

import { pageWindow, Pagination } from '#client/components/pagination.tsx'

import { fireEvent, render, screen } from './render.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [3, 9, [1, 2, 3, 4, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i offers %j', (page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected)
})

function list(page: number, total: number) {
  const onPageChange = vi.fn<(page: number) => void>()
  const onSizeChange = vi.fn<(size: number) => void>()
  const props = { page, total, size: 20, sizes: [10, 20, 50, 100], onPageChange, onSizeChange }
  render(<Pagination {...props} />)
  return { onPageChange, onSizeChange }
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the pagination shows the range of rows, with Turkish number format', () => {
  list(60, 1250)
  expect(screen.getByText('1.181–1.200 / 1.250')).toBeDefined()
})

test('the pagination says that there are more rows than were counted, and counts them on request', () => {
  const onCount = vi.fn<() => void>()
  const unused = () => {}
  const props = { page: 2, total: 1000, size: 20, sizes: [20], onPageChange: unused, onSizeChange: unused }
  render(<Pagination {...props} onCount={onCount} />)
  expect(screen.getByText('21–40 / 1.000+')).toBeDefined()
  fireEvent.click(button('Hepsini say'))
  expect(onCount).toHaveBeenCalledOnce()
  // The button disappears, but the focus stays in the group.
  expect(document.activeElement?.textContent).toBe('21–40 / 1.000+')
})

test('the range of the last page ends with the last row', () => {
  list(3, 43)
  expect(screen.getByText('41–43 / 43')).toBeDefined()
})

test('there is no pagination under an empty list', () => {
  list(1, 0)
  expect(document.body.textContent).toBe('')
})

test('the buttons lead to neighbours and pages, and the current page is marked', () => {
  const { onPageChange } = list(2, 100)
  fireEvent.click(button('Önceki sayfa'))
  fireEvent.click(button('Sonraki sayfa'))
  fireEvent.click(button('Sayfa 5'))
  expect(onPageChange.mock.calls).toEqual([[1], [3], [5]])
  expect(button('Sayfa 2').getAttribute('aria-current')).toBe('page')
  expect(button('Sayfa 5').hasAttribute('aria-current')).toBe(false)
})

test('the buttons at both ends are disabled without losing the focus', () => {
  const { onPageChange } = list(1, 20)
  for (const name of ['Önceki sayfa', 'Sonraki sayfa']) {
    button(name).focus()
    fireEvent.click(button(name))
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button(name))
  }
  expect(onPageChange).not.toHaveBeenCalled()
})

test('the page sizes are offered', () => {
  const { onSizeChange } = list(1, 500)
  const select = screen.getByLabelText<HTMLSelectElement>('Sayfa boyutu')
  expect(select.value).toBe('20')
  expect([...select.options].map((option) => option.value)).toEqual(['10', '20', '50', '100'])
  fireEvent.change(select, { target: { value: '50' } })
  expect(onSizeChange).toHaveBeenCalledWith(50)
})
