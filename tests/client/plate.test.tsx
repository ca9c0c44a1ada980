// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { Plate } from '#client/components/plate.tsx'

import { render } from './render.ts'

const shown = (text: string, query?: string) => {
  const { container } = render(<Plate text={text} {...(query !== undefined && { query })} />)
  return container.querySelector<HTMLElement>('.plate')
}

test.each(['34 ABC 123', '06abc12', '16 c 3322'])('%s is drawn with the band of a Turkish plate', (text) => {
  const plate = shown(text)
  expect(plate?.dataset['band']).toBe('')
  expect(plate?.textContent).toBe(text)
})

test.each(['B-HN 1629', 'GEÇİCİ', '99 XYZ 1'])('%s has no band', (text) => {
  expect(shown(text)?.dataset['band']).toBe(undefined)
})

test('hits of the search are marked as the server finds them, whatever the spaces', () => {
  expect(shown('34 ABC 123', '4abc')?.querySelector('mark')?.textContent).toBe('4 ABC')
})
