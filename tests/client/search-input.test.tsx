// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { SearchInput } from '#client/components/search-input.tsx'

import { act, fireEvent, render, screen } from './render.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Renders a page whose URL holds the search; 'Temizle' stands for any other change of the URL. */
function Page({ seen }: { seen: (query: string) => void }) {
  const [query, setQuery] = useState('ilk')
  const search = (next: string) => {
    seen(next)
    setQuery(next)
  }
  return (
    <>
      <SearchInput value={query} onSearch={search} />
      <button type="button" onClick={() => setQuery('')}>
        Temizle
      </button>
    </>
  )
}

function open() {
  const seen = vi.fn<(query: string) => void>()
  render(<Page seen={seen} />)
  return { seen, field: screen.getByRole<HTMLInputElement>('searchbox', { name: 'Ara' }) }
}

const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('the search field shows the applied search', () => {
  const { field } = open()
  expect(field.type).toBe('search')
  expect(field.value).toBe('ilk')
})

test('typing searches once, after a debounce', () => {
  const { field, seen } = open()
  type(field, 'ı')
  wait(200)
  type(field, 'ışık')
  expect(seen).not.toHaveBeenCalled()
  wait(250)
  expect(seen.mock.calls).toEqual([['ışık']])
  expect(field.value).toBe('ışık')
})

test('Enter searches immediately and only once', () => {
  const { field, seen } = open()
  type(field, '34 abc')
  fireEvent.keyDown(field, { key: 'Enter' })
  wait(1000)
  expect(seen.mock.calls).toEqual([['34 abc']])
})

test('the field follows the URL after its own search has arrived there', () => {
  const { field } = open()
  type(field, 'ışık')
  wait(250)
  fireEvent.click(screen.getByRole('button', { name: 'Temizle' }))
  expect(field.value).toBe('')
})

test('a pending search runs on blur, and an applied one is not repeated', () => {
  const { field, seen } = open()
  type(field, 'yeni')
  fireEvent.blur(field)
  expect(seen.mock.calls).toEqual([['yeni']])
  fireEvent.blur(field)
  wait(1000)
  expect(seen).toHaveBeenCalledOnce()
})
