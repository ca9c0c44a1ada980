import { useEntry } from '#client/components/payments/use-entry.ts'
import { useRefreshMoney } from '#client/lib/use-refresh-money.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'
import type { RecordPayments } from '#shared/payment/schema.ts'

/** Returns the function that takes the answer of a change of a record's money. */
export function useStoreMoney(kayitId: number): (money: RecordPayments) => void {
  const { payment } = trpc.useUtils()
  const refresh = useRefreshMoney()
  return (money) => {
    payment.of.setData({ kayit_id: String(kayitId) }, money)
    refresh()
  }
}

/** Returns the function that stores an entry of a record, and why the last one was not stored. */
export function usePay(kayitId: number, { kind, onDone }: { kind: PaymentKind; onDone: () => void }) {
  const store = useStoreMoney(kayitId)
  const { payment } = trpc.useUtils()
  const { mutateAsync } = trpc.payment.take.useMutation({
    onSuccess: (money) => {
      store(money)
      toast.success(kind === 'refund' ? 'İade kaydedildi.' : 'Tahsilat kaydedildi.')
      onDone()
    },
    onError: ({ data }) => {
      if (data?.code === 'CONFLICT') void payment.of.invalidate()
    },
  })
  return useEntry<Omit<Parameters<typeof mutateAsync>[0], 'key'>>(`kayit-${kayitId}-${kind}`, {
    store: mutateAsync,
    onDone: () => {},
  })
}
