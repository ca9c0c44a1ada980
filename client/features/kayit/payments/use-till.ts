import { useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useRight } from '#client/lib/session.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'
import type { Payment, RecordPayments } from '#shared/payment/schema.ts'

/** The entry that is being made, or the one that is being cancelled. */
type Asked = PaymentKind | Payment | null

/** A stored record's money, and what its dialogs ask. */
export interface Till {
  money: RecordPayments
  asked: Asked
  ask: (asked: Asked) => void
  /** Reads the money again, after a save has changed the total. */
  refresh: () => Promise<unknown>
}

/** Returns a stored record's till; `null` for a new record, without the right, and until it is loaded. */
export function useTill(kayitId: number): Till | null {
  const enabled = useRight('payments') && kayitId !== 0
  const [asked, ask] = useState<Asked>(null)
  const { data, refetch } = trpc.payment.of.useQuery({ kayit_id: String(kayitId) }, { meta: QUIET, enabled })
  return data === undefined || !enabled ? null : { money: data, asked, ask, refresh: refetch }
}

/** Returns the rest of the typed total in kuruş; `null` where no debt is known. */
export const typedRest = ({ rest_kurus, toplam_kurus }: RecordPayments, total: number): number | null =>
  rest_kurus === null ? null : rest_kurus + total - toplam_kurus
