// @vitest-environment jsdom
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { IslemAdd } from '#client/features/kayit/items/item-add.tsx'
import { EMPTY_LINE } from '#client/features/kayit/items/new-line.ts'
import type { ItemPackage, Suggestion } from '#shared/item/schema.ts'
import { item } from '#tests/support/rows/items.ts'
import { fireEvent, render, screen } from '#tests/client/render.ts'

interface AreaProps {
  packages: readonly ItemPackage[]
  suggestions?: readonly Suggestion[]
  onPackage?: (chosen: ItemPackage) => void
}

function Area(offers: AreaProps) {
  const [line, setLine] = useState(EMPTY_LINE)
  const vat = { kdvDahil: true, onKdvDahilChange: () => {} }
  return <IslemAdd {...offers} {...vat} rowNumber={1} line={line} onLineChange={setLine} onAdd={() => {}} />
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const press = (name: string, key: string) => fireEvent.keyDown(field(name), { key })

describe('a ready package', () => {
  const packages: ItemPackage[] = [
    { id: 1, version: 1, name: 'Ön fren bakımı', items: [item('Balata', 1_000, 2), item('Disk', 500)] },
    { id: 2, version: 1, name: 'Periyodik bakım', items: [item('Yağ', 300)] },
  ]
  const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

  test('is offered before the names when its name matches, and is added whole', () => {
    const onPackage = vi.fn<(chosen: ItemPackage) => void>()
    const suggestions: Suggestion[] = [
      { name: 'Fren işçiliği', quantity: 1, source: 'used', last_day: '2026-02-02', car_day: null },
    ]
    render(<Area {...{ packages, onPackage, suggestions }} />)
    type('İşlem Adı', 'FREN')
    expect(offered()).toEqual([
      'Ön fren bakımıPaket · 2 işlem₺2.500,00',
      'Fren işçiliğiSon kullanım 02.02.2026',
    ])
    fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
    expect(onPackage).toHaveBeenCalledWith(packages[0])
    expect(field('İşlem Adı').value).toBe('')
  })

  test('is offered by the down arrow in the empty field, without a sum to a user who sees no prices', () => {
    const unpriced = packages.map((one) => ({
      ...one,
      items: one.items.map(({ islem_adi, islem_adet }) => ({ islem_adi, islem_adet })),
    }))
    render(<Area packages={unpriced} />)
    press('İşlem Adı', 'ArrowDown')
    expect(offered()).toEqual(['Ön fren bakımıPaket · 2 işlem', 'Periyodik bakımPaket · 1 işlem'])
  })
})
