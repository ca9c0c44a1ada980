import { useRouter } from '@tanstack/react-router'

import { useEntry } from '#client/components/payments/use-entry.ts'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import { errorData } from '#client/lib/error-message.ts'
import { useRefreshMoney } from '#client/lib/use-refresh-money.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import type { Kurus } from '#shared/money.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'
import type { PaymentInput, RecordPayments } from '#shared/payment/schema.ts'

/** Returns the function that takes the answer of a change of a record's money. */
export function useStoreMoney(kayitId: number): (money: RecordPayments) => void {
  const { payment } = trpc.useUtils()
  const refresh = useRefreshMoney()
  return (money) => {
    payment.of.setData({ kayit_id: String(kayitId) }, money)
    refresh()
  }
}

/** The rest after a payment, which becomes a discount, and the version of the record on the screen. */
type Settlement = { discount_kurus: Kurus; version: number }
type Entry = Pick<PaymentInput, 'method' | 'amount_kurus' | 'day' | 'note' | 'start'> & {
  paid_kurus: Kurus
  /** Absent where the rest is left. */
  settlement: Settlement | undefined
}

/** Returns the function that stores an entry of a record, and why the last one was not stored. */
export function usePay(kayit_id: number, { kind, onDone }: { kind: PaymentKind; onDone: () => void }) {
  const router = useRouter()
  const storeMoney = useStoreMoney(kayit_id)
  const showStored = useShowStored()
  const { payment, kayit } = trpc.useUtils()
  const take = trpc.payment.take.useMutation()
  const settle = trpc.payment.settle.useMutation()
  const store = async ({ settlement, ...entry }: Entry & { key: string }) => {
    if (settlement === undefined) return storeMoney(await take.mutateAsync({ kayit_id, kind, ...entry }))
    const { record, money } = await settle.mutateAsync({ kayit_id, ...entry, ...settlement })
    showStored(record)
    await router.invalidate()
    storeMoney(money)
  }
  /** Shows the payments and the record that another user has changed. */
  const showCurrent = async () => {
    void payment.of.invalidate()
    await kayit.get.invalidate()
    void router.invalidate()
  }
  return useEntry<Entry>(`kayit-${kayit_id}-${kind}`, {
    store: async (entry) => {
      try {
        await store(entry)
      } catch (error) {
        if (errorData(error)?.code === 'CONFLICT') void showCurrent()
        throw error
      }
    },
    onDone: () => {
      toast.success(kind === 'refund' ? 'İade kaydedildi.' : 'Tahsilat kaydedildi.')
      onDone()
    },
  })
}
