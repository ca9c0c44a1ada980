import { mailMessages } from '#shared/mail/rules.ts'
import { addMore, askMore, visit } from '#tests/support/rows/extra-work.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { approvedBy, quote } from '#tests/support/rows/quote.ts'
import { share } from '#tests/support/rows/share.ts'

import { DIALOG, type Scene, type State, WIDE } from './state.ts'

const RECORD = { route: '/book/$id' } as const
const LIST = { route: '/books' } as const

/** Names without a break, so that a narrow screen shows where one does not fit. */
const LONG = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşegül Işıkoğullarından Müteahhitoğlu',
  arac_marka: 'Mercedes-Benz',
}

const nowOf = ({ user: { ctx } }: Scene) => ({ ...ctx, now: new Date() })

async function openQuote({ page }: Scene, id: number): Promise<void> {
  await page.goto(`book/${id}`)
  await page.getByRole('button', { name: 'Kayda çevir', exact: true }).waitFor()
}

const store = (scene: Scene, changes: Parameters<typeof quote>[1] = {}) =>
  quote(nowOf(scene), { quote_valid_until: '2099-12-31', ...changes })

async function openList(scene: Scene): Promise<void> {
  await store(scene, { info: LONG })
  // A quote may have neither a plate nor work.
  await store(scene, { info: { musteri_adi_soyadi: 'Ali Öz' }, islemler: [] })
  await store(scene, { info: LONG, quote_valid_until: '2026-01-31' })
  await scene.page.goto('books?stage=quote')
  await scene.page.locator('main tr[data-id]').nth(2).waitFor()
}

/** Stores an e-mail with a quote that its server refused for good. */
async function failMail(scene: Scene): Promise<void> {
  const ctx = nowOf(scene)
  const kayit_id = await store(scene, { info: LONG })
  const { id: share_id } = await share(ctx, { kayit_id })
  const [recipient, state, at] = ['ayse.uzun.adli@posta-sunucusu.ornek.test', 'failed' as const, ctx.now]
  const row = { shop_id: ctx.actor.shop, share_id, recipient, subject: '', body: '', state }
  const times = { created_at: at, next_attempt_at: at, finished_at: at }
  await ctx.db
    .insertInto('mail')
    .values({ ...row, ...times, last_error: mailMessages.noAddress })
    .execute()
}

/** States of quotes: their record, the dialog that sends them, their list. */
export const QUOTES: readonly State[] = [
  {
    route: '/dashboard',
    path: 'dashboard',
    name: 'an e-mail that did not arrive',
    reach: async (scene) => {
      await failMail(scene)
      await scene.page.reload()
      await scene.page.getByText(/^E-posta ulaşmadı/).waitFor()
    },
  },
  {
    ...RECORD,
    name: 'quote without plate and work',
    reach: async (scene) =>
      openQuote(scene, await store(scene, { info: { musteri_adi_soyadi: 'Ali Öz' }, islemler: [] })),
  },
  {
    ...RECORD,
    name: 'quote that was changed after it was sent',
    reach: async (scene) => {
      const id = await store(scene, { info: LONG })
      await share(nowOf(scene), { kayit_id: id })
      await quote(nowOf(scene), { id, info: LONG, quote_valid_until: '2099-11-30' })
      await openQuote(scene, id)
      await scene.page.getByText('Yeniden gönderin.').waitFor()
    },
  },
  {
    ...RECORD,
    name: 'quote of which a part is approved',
    reach: async (scene) => {
      const id = await store(scene)
      await approvedBy(nowOf(scene), id, scene.panel.address)
      await openQuote(scene, id)
      await scene.page.getByText('3 işlemden 2 tanesi').waitFor()
    },
  },
  {
    ...RECORD,
    name: 'quote for more work, which has expired',
    reach: async (scene) => {
      const id = await askMore(nowOf(scene), await visit(nowOf(scene), { info: LONG }))
      await save(nowOf(scene), { id, info: {}, quote_valid_until: '2026-01-31' })
      await scene.page.goto(`book/${id}`)
      await scene.page.getByText('Süresi doldu: 31.01.2026').waitFor()
    },
  },
  {
    ...RECORD,
    name: 'visit with more work, added and accepted',
    reach: async (scene) => {
      const ctx = nowOf(scene)
      const open = await visit(ctx)
      for (const isAdded of [true, false]) {
        const id = await askMore(ctx, open)
        await approvedBy(ctx, id, scene.panel.address)
        if (isAdded) await addMore(ctx, id)
      }
      await scene.page.goto(`book/${open}`)
      await scene.page.getByText('Müşterinin onayladığı').waitFor({ state: 'attached' })
    },
  },
  {
    ...RECORD,
    name: 'quote that cannot be sent',
    part: DIALOG,
    reach: async (scene) => {
      await openQuote(scene, await store(scene, { islemler: [] }))
      await scene.page.getByRole('button', { name: 'Gönder', exact: true }).click()
      await scene.page.getByText('Teklifte işlem yok.').waitFor()
    },
  },
  { ...LIST, name: 'quotes', reach: openList },
  {
    ...LIST,
    name: 'preview and selection of quotes',
    screens: WIDE,
    reach: async (scene) => {
      await openList(scene)
      const { page } = scene
      await page.locator('main tr[data-id]').first().getByRole('link').first().focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('region', { name: 'Seçilen kayıtlar' }).waitFor()
    },
  },
  {
    route: '/',
    name: 'answered quotes',
    reach: async (scene) => {
      await approvedBy(nowOf(scene), await store(scene, { info: LONG }), scene.panel.address)
      await scene.page.goto('')
      await scene.page.getByRole('link', { name: /Teklif onaylandı/ }).waitFor()
    },
  },
]
