import { expect, test } from 'vitest'

import { addDays, todayInIstanbul } from '#shared/date.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openList(screen: Screen) {
  const user = await panel.user({ preferences: JSON.stringify({ listPreset: 'gundelik' }) })
  const giris_tarihi = addDays(todayInIstanbul(new Date()), -9)
  const info = { plaka: '34 ABC 1234', musteri_adi_soyadi: 'Ali Usta', giris_tarihi }
  const names = ['Fren hidroliği değişimi ve hava alma', 'Triger seti takımı ile devirdaim', 'Balata']
  for (const name of names)
    await save(user.ctx, { info, islemler: [item(name, 123_456.78), item('Yağ', 100), item('Filtre', 50)] })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto('books')
  await page.locator('main tbody .plate').nth(2).waitFor()
  return page
}

test.each([1024, 1280, 1440, 1600])(
  'at %d px the number of further items follows the cut name',
  async (width) => {
    const page = await openList('desktop')
    await page.setViewportSize({ width, height: 800 })
    const lines = page.locator('main tbody span[title]').filter({ hasText: ', +2' })
    await lines.nth(2).waitFor()
    const gaps = () =>
      lines.evaluateAll((all) =>
        all.map((line) => {
          const [text, rest] = line.children as unknown as HTMLElement[]
          const [a, b] = [text?.getBoundingClientRect(), rest?.getBoundingClientRect()]
          if (text === undefined || a === undefined || b === undefined) throw new Error('no line')
          const cell = line.closest('td')?.getBoundingClientRect()
          const range = document.createRange()
          const letters = text.querySelector('bdi')?.firstChild
          if (!letters || cell === undefined) throw new Error('no text')
          // Finds the last letter that is drawn before the ellipsis, which takes at most 17 px.
          let drawn = a.left
          for (let end = 1; end <= (letters.textContent ?? '').length; end++) {
            range.setStart(letters, 0)
            range.setEnd(letters, end)
            const { right } = range.getBoundingClientRect()
            if (text.scrollWidth > text.clientWidth && right + 8 > a.right) break
            drawn = right
          }
          return { gap: b.left - a.right, left: a.right - drawn, isWhole: b.right <= cell.right + 0.5 }
        }),
      )
    for (const { gap, left, isWhole } of await gaps()) {
      expect(Math.abs(gap)).toBeLessThan(1)
      // The free space fits the ellipsis, but no further letter.
      expect(left).toBeLessThan(18)
      expect(isWhole).toBe(true)
    }
  },
)

test('on a phone the ticks of open work stand beside the plate', async () => {
  const page = await openList('phone')
  const boxes = await page.locator('main tbody td[data-card="plate"]').evaluateAll((cells) =>
    cells.map((cell) => {
      const plate = cell.querySelector('.plate')?.getBoundingClientRect()
      const age = cell.querySelector('[data-slot="age"]')?.getBoundingClientRect()
      const amount = cell.parentElement?.querySelector('[data-card="amount"]')?.getBoundingClientRect()
      if (plate === undefined || age === undefined) throw new Error('no plate or no ticks')
      return [age.left >= plate.right, age.top < plate.bottom, age.right < (amount?.left ?? 0)]
    }),
  )
  expect(boxes).toEqual([1, 2, 3].map(() => [true, true, true]))
})
