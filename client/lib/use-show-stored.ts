import { trpc } from '#client/lib/api.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'

/** Returns the function that shows a stored record from now on, and reads everything again that counts it. */
export function useShowStored(): (stored: KayitDetail) => void {
  const { kayit, stats, vehicle, customer, item, payment, appointment } = trpc.useUtils()
  return (stored) => {
    kayit.get.setData({ kayit_id: stored.kayit.id }, stored)
    for (const read of [
      kayit.list,
      kayit.counts,
      stats,
      vehicle,
      customer,
      item.suggest,
      payment,
      appointment,
    ])
      void read.invalidate()
  }
}
