import { randomUUID } from 'node:crypto'

import { USUAL_HOURS } from '#shared/appointment/rules.ts'
import type { Caller } from '#tests/support/rows/changes.ts'
import { copiedShare, mailedShare } from '#tests/support/rows/share.ts'
import { INTAKE } from '#tests/support/rows/intake.ts'

type Case = { run: () => Promise<unknown>; wrote: string }
type Hands = {
  shop: () => Caller
  record: () => Promise<{ id: number }>
  /** The customer of a record. */
  customerOf: (kayitId: number) => Promise<number>
}

/** Returns the changes of a shop's money and links, with the entry that each leaves. */
export const paymentCases = ({ shop, record, customerOf }: Hands): Record<string, () => Promise<Case>> => {
  const take = (kayit_id: number) =>
    shop().payment.take({ kayit_id, method: 'cash', amount_kurus: 100, key: randomUUID() })
  const onAccount = async (kayit_id: number) => {
    const customer_id = await customerOf(kayit_id)
    await shop().payment.takeOnAccount({ customer_id, method: 'cash', amount_kurus: 100, key: randomUUID() })
    return customer_id
  }
  const share = async (kayit_id: number) => {
    const { shop_id } = await shop().share.list({ kind: 'record', id: kayit_id })
    return shop().share.create(copiedShare(kayit_id, shop_id))
  }
  return {
    'payment.takeOnAccount': async () => {
      const { id } = await record()
      await take(id)
      return { run: () => onAccount(id), wrote: 'payment create' }
    },
    'payment.assign': async () => {
      const { id: kayit_id } = await record()
      const customer_id = await onAccount(kayit_id)
      const { lines } = await shop().payment.account({ customer_id: String(customer_id) })
      const id = lines.at(-1)?.entry?.id ?? 0
      return { run: () => shop().payment.assign({ id, kayit_id }), wrote: 'payment link' }
    },
    'payment.saveOpening': async () => {
      const { id } = await record()
      await take(id)
      const customer_id = await customerOf(id)
      return {
        run: () => shop().payment.saveOpening({ customer_id, opening_kurus: 500 }),
        wrote: 'customer update',
      }
    },
    'settings.saveMessageTexts': async () => ({
      run: () => shop().settings.saveMessageTexts({ reminder: `Merhaba ${randomUUID()}` }),
      wrote: 'settings update',
    }),
    'payment.take': async () => {
      const { id } = await record()
      // The first payment also sets the start of the accounts, which is a change of its own.
      await take(id)
      return { run: () => take(id), wrote: 'payment create' }
    },
    'payment.settle': async () => {
      const { id: kayit_id } = await record()
      const { paid_kurus } = await take(kayit_id)
      const islemler = [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 1_000 }]
      const { version } = await shop().kayit.save({ id: kayit_id, info: {}, islemler })
      const entry = { kayit_id, paid_kurus, version, method: 'cash', amount_kurus: 100 } as const
      return {
        run: () => shop().payment.settle({ ...entry, discount_kurus: 100, key: randomUUID() }),
        wrote: 'payment create, kayit update',
      }
    },
    'payment.reverse': async () => {
      const { payments } = await take((await record()).id)
      const sent = { id: payments[0]?.id ?? 0, key: randomUUID() }
      return { run: () => shop().payment.reverse(sent), wrote: 'payment reverse' }
    },
    'expense.saveCategories': async () => {
      const { categories } = await shop().expense.categories()
      const added = { name: `Kategori ${Math.random()}`.slice(0, 30), before: '' }
      const edited = [...categories.map((name) => ({ name, before: name })), added]
      return {
        run: () => shop().expense.saveCategories({ loaded: [...categories], categories: edited }),
        wrote: 'settings update',
      }
    },
    'expense.skip': async () => {
      const { id } = await repeated(shop())
      return { run: () => shop().expense.skip({ id, month: '2026-11-01' }), wrote: 'repetition skip' }
    },
    'expense.endRepetition': async () => {
      const { id } = await repeated(shop())
      return { run: () => shop().expense.endRepetition({ id }), wrote: 'repetition end' }
    },
    'expense.storeDue': async () => {
      await repeated(shop(), 'automatic')
      return { run: () => shop().expense.storeDue(), wrote: 'expense create' }
    },
    'share.create': async () => {
      const { id } = await record()
      return { run: () => share(id), wrote: 'kayit copy' }
    },
    'share.mail': async () => {
      const { id } = await record()
      const { shop_id } = await shop().share.list({ kind: 'record', id })
      return { run: () => shop().share.mail(mailedShare(id, shop_id)), wrote: 'kayit mail' }
    },
    'share.revoke': async () => {
      const { id } = await share((await record()).id)
      return { run: () => shop().share.revoke({ id }), wrote: 'kayit unshare' }
    },
    'intake.save': async () => {
      const { id } = await record()
      return {
        run: () => shop().intake.save({ ...INTAKE, kayit_id: id }),
        wrote: 'kayit intake, kayit update',
      }
    },
    'intake.deliver': async () => {
      const { id } = await record()
      const delivery = { kayit_id: id, km: null, signer: 'Ali', parts: '' }
      return { run: () => shop().intake.deliver(delivery), wrote: 'kayit delivery' }
    },
    'appointment.saveHours': async () => ({
      run: () => shop().appointment.saveHours({ hours: [...USUAL_HOURS], capacity: 5 }),
      wrote: 'settings update',
    }),
    'appointment.makeCalendar': async () => ({
      run: () => shop().appointment.makeCalendar(),
      wrote: 'user share',
    }),
    'appointment.endCalendar': async () => {
      await shop().appointment.makeCalendar()
      return { run: () => shop().appointment.endCalendar(), wrote: 'user unshare' }
    },
    'intake.saveTerms': async () => ({
      run: () => shop().intake.saveTerms({ text: 'Yeni şartlar' }),
      wrote: 'settings update',
    }),
    'till.open': async () => ({
      run: () => shop().till.open({ counted_kurus: 5_000, key: randomUUID() }),
      wrote: 'day_end open',
    }),
    'till.close': async () => {
      const { number, expected_kurus } = await shop().till.day({})
      const sent = { number: number ?? 1, expected_kurus, counted_kurus: expected_kurus + 1, reason: 'Bozuk' }
      return { run: () => shop().till.close({ ...sent, key: randomUUID() }), wrote: 'day_end create' }
    },
    'payment.saveStart': async () => {
      await shop().payment.saveStart({ start: '2026-10-01' })
      return { run: () => shop().payment.saveStart({ start: '2026-10-02' }), wrote: 'settings update' }
    },
  }
}

/** Stores an expense of last month that repeats; returns its repetition. */
async function repeated(
  shop: Caller,
  repeat: 'proposed' | 'automatic' = 'proposed',
): Promise<{ id: number }> {
  const title = `Kira ${randomUUID()}`
  const spent = { title, amount_kurus: 100, spend_date: '2026-10-05', method: 'transfer' as const, repeat }
  const { id: expense } = await shop.expense.save(spent)
  const { repetitions } = await shop.expense.repetitions()
  return { id: repetitions.find(({ expense_ids }) => expense_ids.includes(expense))?.id ?? 0 }
}
