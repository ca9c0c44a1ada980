// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { reserveActionBar } from '#client/lib/reserve-height.ts'

const root = document.documentElement

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

function barWith(dataset: Record<string, string>): HTMLElement {
  const bar = document.createElement('div')
  Object.assign(bar.dataset, dataset)
  Object.defineProperty(bar, 'offsetHeight', { value: 68 })
  return bar
}

test('the page leaves the height of a screen’s own bar free until the bar is gone', () => {
  const free = reserveActionBar(barWith({ bar: 'action', alone: 'true' }))
  expect(root.style.getPropertyValue('--action-bar')).toBe('68px')
  expect(root.dataset).toMatchObject({ screenBar: 'action', alone: '' })
  free?.()
  expect(root.style.getPropertyValue('--action-bar')).toBe('')
  expect(root.getAttributeNames()).not.toContain('data-alone')
  expect(root.getAttributeNames()).not.toContain('data-screen-bar')
})

test('beside the bar of a selection a phone keeps its navigation', () => {
  const free = reserveActionBar(barWith({ bar: 'selection' }))
  expect(root.dataset['screenBar']).toBe('selection')
  expect(root.dataset['alone']).toBeUndefined()
  free?.()
})

test('no rule asks the root element what the page contains', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../client/styles.css'), 'utf8')
  expect(rules).not.toMatch(/(:root|\bhtml)[^{},]*:has\(/)
})
