// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'

import { useFirstRows } from '#client/components/data-table/first-rows.ts'

import { renderHook } from './render.ts'

afterEach(() => Object.assign(globalThis, { scrollY: 0 }))

const hundred = Array.from({ length: 100 }, (_, index) => index)

/** Counts the rows that each render of a list draws. */
function drawing(rows: number[] | undefined, { list }: { list?: string } = { list: 'by plate' }) {
  const drawn: (number | undefined)[] = []
  const { result, rerender } = renderHook(
    (now) => {
      const shown = useFirstRows(now.rows, now.list)
      drawn.push(shown?.length)
      return shown
    },
    { initialProps: { rows, list } },
  )
  return { drawn, result, rerender }
}

test('the first screen of rows is drawn first, then twice as many each time until all are drawn', () => {
  const { drawn, result } = drawing(hundred)
  expect(drawn.filter((count, index) => count !== drawn[index - 1])).toEqual([16, 32, 64, 100])
  expect(result.current).toBe(hundred)
})

test('rows that arrive later are drawn in the same way', () => {
  const { drawn, rerender } = drawing(undefined)
  rerender({ rows: hundred, list: 'by plate' })
  expect(drawn.filter((count, index) => count !== drawn[index - 1])).toEqual([16, 32, 64, 100])
})

test('changed rows of the same list are drawn at once, another list again from its beginning', () => {
  const { drawn, rerender } = drawing(hundred)
  drawn.length = 0
  rerender({ rows: hundred.slice(1), list: 'by plate' })
  expect(drawn).toEqual([99])
  rerender({ rows: hundred, list: 'by name' })
  expect(drawn).toContain(16)
  expect(drawn.at(-1)).toBe(100)
})

test('a short list, a scrolled page and a list without a name are drawn at once', () => {
  expect(drawing(hundred.slice(0, 16)).drawn[0]).toBe(16)
  expect(drawing(hundred, {}).drawn).toEqual([100])
  Object.assign(globalThis, { scrollY: 400 })
  expect(drawing(hundred).drawn[0]).toBe(100)
})
