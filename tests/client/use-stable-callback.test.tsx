// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { useStableCallback } from '#client/lib/use-stable-callback.ts'

test('the function stays the same one and calls that of the last render', () => {
  const { result, rerender } = renderHook(
    ({ factor }) => useStableCallback((value: number) => value * factor),
    {
      initialProps: { factor: 2 },
    },
  )
  const first = result.current
  expect(first(21)).toBe(42)
  rerender({ factor: 3 })
  expect(result.current).toBe(first)
  expect(first(21)).toBe(63)
})
