import { randomUUID } from 'node:crypto'

import type { Caller } from '#tests/support/rows/changes.ts'

type Case = { run: () => Promise<unknown>; wrote: string }
type Hands = { shop: () => Caller; record: () => Promise<{ id: number }> }

/** Returns the changes of a shop's money, with the entry that each leaves. */
export const paymentCases = ({ shop, record }: Hands): Record<string, () => Promise<Case>> => {
  const take = (kayit_id: number) =>
    shop().payment.take({ kayit_id, method: 'cash', amount_kurus: 100, key: randomUUID() })
  return {
    'payment.take': async () => {
      const { id } = await record()
      // The first payment also sets the start of the accounts, which is a change of its own.
      await take(id)
      return { run: () => take(id), wrote: 'payment create' }
    },
    'payment.reverse': async () => {
      const { payments } = await take((await record()).id)
      const sent = { id: payments[0]?.id ?? 0, key: randomUUID() }
      return { run: () => shop().payment.reverse(sent), wrote: 'payment reverse' }
    },
    'payment.saveStart': async () => {
      await shop().payment.saveStart({ start: '2026-10-01' })
      return { run: () => shop().payment.saveStart({ start: '2026-10-02' }), wrote: 'settings update' }
    },
  }
}
