import { button, dialog, region, type Shot, top } from './shot.ts'

/** The pictures of payments, the drawer, the month's end and expenses. */
export const MONEY_SHOTS: readonly Shot[] = [
  {
    name: 'tahsilat',
    screen: 'part',
    show: async (page, { recordId }) => {
      await page.goto(`book/${recordId}`)
      await button(page, 'Tahsilat al').click()
      await dialog(page).getByLabel('Tutar').waitFor()
      return dialog(page)
    },
  },
  {
    name: 'alacaklar',
    screen: 'part',
    show: async (page) => {
      await page.goto('cash/debts')
      await region(page, 'Alacakların toplamı').waitFor()
      return region(page, 'Alacakların toplamı')
    },
  },
  {
    name: 'gun-sonu',
    screen: 'part',
    show: async (page) => {
      await page.goto('cash?no=1')
      await region(page, 'Nakit kasa').waitFor()
      return region(page, 'Nakit kasa')
    },
  },
  {
    name: 'ay-sonu',
    screen: 'whole',
    show: async (page) => {
      await page.goto('cash/month')
      await page.getByText('Bu bir tahmindir').waitFor()
      await page.getByText('İstatistiklerde aç').waitFor()
      await region(page, 'Giren para')
        .getByText(/tahsilat$/)
        .waitFor()
      return top(800)
    },
  },
  {
    name: 'gider',
    screen: 'part',
    show: async (page) => {
      await page.goto('expense')
      await button(page, 'Yeni gider').click()
      await dialog(page).getByLabel('Başlık').fill('Yedek parça alımı')
      await dialog(page).getByLabel('Tutar').fill('4.850,00')
      await dialog(page).getByLabel('Not').fill('Fren balatası ve disk')
      return dialog(page)
    },
  },
]
