import { expect, test } from 'vitest'

import { type Surroundings, toastOffset } from '#client/ui/toast-offset.ts'

const phone: Surroundings = { height: 740, header: 60, bars: [], field: undefined, needed: 76 }
/** Returns the edges of the messages, from the top of the window. */
const placed = (change: Partial<Surroundings>) => {
  const bottom = phone.height - toastOffset({ ...phone, ...change })
  return { top: bottom - phone.needed, bottom }
}

const navigation = { top: 684, bottom: 740 }
const till = { top: 580, bottom: 684 }

test('messages stand above the highest bar', () => {
  expect(placed({}).bottom).toBe(728)
  expect(placed({ bars: [navigation] }).bottom).toBe(672)
  expect(placed({ bars: [navigation, till] }).bottom).toBe(568)
})

test.each([70, 300, 480, 500, 540, 560])('messages leave the field with the focus free at %i px', (top) => {
  const field = { top, bottom: top + 44 }
  const { top: first, bottom: last } = placed({ bars: [navigation, till], field })
  expect(last <= field.top || first >= field.bottom).toBe(true)
  expect(last).toBeLessThanOrEqual(till.top)
  expect(first).toBeGreaterThanOrEqual(phone.header)
})

test('messages stand below the header where a menu leaves no room above it', () => {
  expect(placed({ bars: [{ top: 90, bottom: 740 }] }).top).toBe(72)
})
