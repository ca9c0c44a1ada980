// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { ChangeEntry } from '#client/components/changes/change-entry.tsx'
import type { ShownChange } from '#shared/change/schema.ts'

import { fireEvent, render, screen } from './render.ts'

const change: ShownChange = {
  id: 1,
  at: '2026-11-20T09:00:00.000Z',
  actor_id: 2,
  actor_name: 'ayse',
  channel: 'page',
  noun: 'kayit',
  target_id: 3,
  verb: 'update',
  title: '34 ABC 123 · Ali Usta',
  detail: {},
}
const item = (number: number) => ({ islem_adi: `Parça ${number}`, islem_adet: 1, fiyat_kurus: 100 })
const withItems = (count: number): ShownChange => ({
  ...change,
  detail: {
    items: {
      added: [item(0)],
      changed: Array.from({ length: count - 2 }, (_, index) => ({
        before: item(index + 1),
        after: item(index + 1),
      })),
      removed: [item(count - 1)],
    },
  },
})
const lines = () =>
  screen.getAllByRole('listitem').filter(({ textContent }) => /^\S+: 1 × /.test(textContent))

test('ten of 500 items are shown, until all are asked for', () => {
  render(<ChangeEntry change={withItems(500)} />)
  expect(lines()).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: '490 işlem daha göster', expanded: false }))
  expect(lines()).toHaveLength(500)
  expect(lines().at(-1)?.textContent).toBe('Çıkarıldı: 1 × Parça 499, ₺1,00')
  fireEvent.click(screen.getByRole('button', { name: 'Daha az göster', expanded: true }))
  expect(lines()).toHaveLength(10)
})

test('a name that is written from right to left turns no price around', () => {
  const islem_adi = '\u202Eters'
  const changed = [{ before: { ...item(0), islem_adi }, after: { ...item(0), islem_adi } }]
  const fields = [{ name: 'aciklama', before: islem_adi, after: 'düz' }]
  const detail = { items: { added: [], changed, removed: [] }, fields }
  const { container } = render(<ChangeEntry change={{ ...change, detail }} />)
  const isolated = [...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(isolated).toEqual([islem_adi, 'düz', islem_adi, islem_adi])
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    `Değişti: 1 × ${islem_adi}, ₺1,00, sonra 1 × ${islem_adi}, ₺1,00`,
  ])
})

test('ten items are shown as they are', () => {
  render(<ChangeEntry change={withItems(10)} />)
  expect(lines()).toHaveLength(10)
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['passkey-add', 'user', 'Geçiş anahtarı: Telefon'],
  ['passkey-remove', 'user', 'Geçiş anahtarı: Telefon'],
  ['merge', 'vehicle', 'Diğeri: Telefon'],
] as const)('%s names what else it is about', (verb, noun, words) => {
  render(<ChangeEntry change={{ ...change, noun, verb, detail: { other: 'Telefon' } }} />)
  expect(screen.getByText(words)).toBeTruthy()
})
