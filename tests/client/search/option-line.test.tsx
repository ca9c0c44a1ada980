// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { OptionLine } from '#client/features/search/option-line.tsx'
import type { Option } from '#client/features/search/options.ts'

import { render } from '#tests/client/render.ts'

const VIN = 'WVWZZZ1JZ3W386752'
const vehicle = {
  id: 1,
  plate: '43 BR 920',
  vin: VIN,
  make: 'Fiat',
  model: 'Egea',
  customer: 'Hasan',
  last_day: '2026-03-05',
  is_open: false,
}
const customer = {
  id: 1,
  name: 'Hasan Öztürk',
  phone: '0 (532) 123 45 67',
  tax_no: '',
  visits: 2,
  last_day: '2026-03-05',
}
const record = {
  id: 1,
  plate: '43 BR 920',
  vin: VIN,
  customer: 'Hasan Öztürk',
  phone: '0 (532) 123 45 67',
  day: '2026-03-05',
  durum: 'Tamamlandı',
}

/** Returns the marked texts of an option. */
function marks(option: Option, query: string): (string | null)[] {
  const { container } = render(<OptionLine {...{ option, query }} />)
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
}

test.each([
  ['43 br 920 hasan', false, ['43', 'BR', '920', 'Hasan']],
  ['43 br 920 ozturk', true, ['43', 'BR', '920', 'Öztürk']],
  ['hasan 0532 123 45 67', false, ['Hasan', '532) 123 45 67']],
  ['hasan 386752', false, ['Hasan', '386752']],
  // One text has the whole query.
  ['43 br 920', false, ['43 BR 920']],
  ['hasan öztürk', false, ['Hasan Öztürk']],
  ['öztürk hasan', false, ['Hasan', 'Öztürk']],
])('each text of a record marks the words of %j that it has', (query, similar, expected) => {
  expect(marks({ kind: 'record', hit: record, similar } as Option, query)).toEqual(expected)
})

test('a car and a customer mark the words of their different texts', () => {
  expect(marks({ kind: 'vehicle', hit: vehicle } as Option, '43 br egea')).toEqual(['43', 'BR', 'Egea'])
  expect(marks({ kind: 'customer', hit: customer, similar: false } as Option, 'hasan 4567')).toEqual([
    'Hasan',
    '45 67',
  ])
})

test('a chassis number is shown only where the search needs it', () => {
  const shows = (query: string) =>
    render(
      <OptionLine option={{ kind: 'record', hit: record, similar: false } as Option} query={query} />,
    ).container.textContent?.includes(VIN)
  expect([shows('43 br 920 hasan'), shows('hasan 386752'), shows('386752')]).toEqual([false, true, true])
})
