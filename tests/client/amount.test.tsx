// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { Amount } from '#client/components/amount.tsx'

import { render } from './render.ts'

test.each([
  [123_450, '₺1.234,50', ',50'],
  [0, '₺0,00', ',00'],
  [-5, '−₺0,05', ',05'],
  [1_234_567_890, '₺12.345.678,90', ',90'],
])('%d kuruş are shown as %s, the kuruş apart', (kurus, text, last) => {
  const { container } = render(<Amount kurus={kurus} />)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('[data-slot="kurus"]')?.textContent).toBe(last)
})
