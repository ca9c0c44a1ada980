import type { Page, Route } from 'playwright-core'

import type { Screen } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import type { AcceptedNotices, Panel } from '#tests/support/panel/panel.ts'
import { day, NOW } from '#tests/support/screens/stats-page.ts'

export interface Scene {
  panel: Panel
  page: Page
  user: TestUser & { ctx: Awaited<ReturnType<Panel['user']>>['ctx'] }
  screen: Screen
}

/** A state of a screen that a user can reach. */
export interface State {
  /** Unique within its route. */
  name: string
  /** The route's path in client/routeTree.gen.ts. */
  route: string
  /** The address below the base path, opened before `reach`; without it `reach` opens one. */
  path?: string | undefined
  /** The user, by default a member of staff; 'none' is an anonymous caller. */
  who?: 'admin' | 'none' | undefined
  notices?: AcceptedNotices
  /** The shop, by default one with records and expenses. */
  shop?: 'empty'
  /** The widths at which the state exists, by default all. */
  screens?: readonly Screen[]
  /** Selector of the layer above the page: only its controls take the focus, and the window keeps its height. */
  part?: string
  /** Goes from the opened address to the state and waits until it is there. */
  reach: (scene: Scene) => Promise<unknown>
}

export const WIDE: readonly Screen[] = ['tablet', 'desktop']
export const PHONE: readonly Screen[] = ['phone']
export const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Stores records of every status, two of this month and with work, and expenses of this month. */
export async function fillShop({ user: { ctx } }: Pick<Scene, 'user'>): Promise<void> {
  const work = [
    { islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_050 },
    { islem_adi: 'Yağ değişimi', fiyat_kurus: 60_000 },
  ]
  const today = day(NOW, 1)
  const records = [
    {
      plaka: '34 ABC 123',
      durum: 'Tamamlandı',
      giris_tarihi: today,
      cikis_tarihi: today,
      arac_marka: 'Fiat',
    },
    { plaka: '06 İST 7', durum: 'İptal', giris_tarihi: '2026-01-20', arac_marka: 'Renault' },
    { plaka: '', sasi_no: 'WVWZZZ1JZ3W386752', durum: 'Devam Ediyor', giris_tarihi: today },
    { plaka: 'B-MW 2026', durum: 'Beklemede', giris_tarihi: '2025-11-11', musteri_tel: '05321234567' },
  ]
  const islemler = work
  for (const [index, info] of records.entries())
    await save(ctx, { info: { musteri_adi_soyadi: `Çiğdem Işık ${index}`, ...info }, islemler })
  await spend(ctx, { title: 'Kira', amount_kurus: 150_000, spend_date: today, note: 'Dükkân' })
  await spend(ctx, { title: 'Çay', amount_kurus: 5040, spend_date: today })
}

/** Answers every call of this procedure like a fault of the server, also among others in one request. */
export const failing = (page: Page, procedure: string) =>
  page.route(callOf(procedure), (route) =>
    route.fulfill({ status: 500, json: namesOf(route).map((path) => ({ error: fault(path) })) }),
  )

/** Never answers the procedure. */
export const pending = (page: Page, procedure: string) => page.route(callOf(procedure), () => {})

const callOf = (procedure: string) => new RegExp(`/trpc/[^?]*${procedure.replace('.', '\\.')}`)
const namesOf = (route: Route) => new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
const fault = (path: string) => ({
  json: {
    message: 'Beklenmeyen',
    code: -32_603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path },
  },
})
