// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useToday } from '#client/lib/use-today.ts'

import { act, renderHook } from './render.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T20:58:30Z') }))
afterEach(() => vi.useRealTimers())

test('a page that stays open over midnight in Istanbul shows the new day', () => {
  const { result } = renderHook(() => useToday())
  expect(result.current).toBe('2026-11-22')
  act(() => void vi.advanceTimersByTime(120_000))
  expect(result.current).toBe('2026-11-23')
})

test('a device that wakes up on another day shows it when the page is seen again', () => {
  const { result } = renderHook(() => useToday())
  vi.setSystemTime('2026-11-25T06:00:00Z')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe('2026-11-25')
})
