import { useEffect } from 'react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { Card } from '#client/ui/card.tsx'
import { formatDay, formatInstant } from '#shared/date.ts'
import type { Delivery, Intake } from '#shared/intake/schema.ts'

import { storeTerms } from './known-terms.ts'

/** Shows beside a stored record that its car was taken in or given back, and whether that is signed. */
export function HandoverCard({ id }: { id: number }) {
  const { data } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  // A stored change of the record may be one after the signature, so each version asks again.
  return <Forms key={data?.version} id={id} />
}

function Forms({ id }: { id: number }) {
  const { data } = trpc.intake.get.useQuery({ kayit_id: id }, { meta: QUIET, staleTime: 0 })
  const userId = useSessionUser().id
  const terms = data?.terms
  useEffect(() => {
    if (terms !== undefined) storeTerms(userId, terms)
  }, [userId, terms])
  if (data === undefined || (data.intake === null && data.delivery === null)) return null
  const { intake, delivery } = data
  return (
    <Card
      aria-label="Kabul ve teslim"
      data-print="hide"
      className="grid gap-1 px-4 py-3 text-sm md:px-4 md:py-3"
    >
      {intake !== null && <Line title="Araç kabul" form={intake} remark={promiseOf(intake)} />}
      {delivery !== null && <Line title="Teslim" form={delivery} remark="" />}
    </Card>
  )
}

/** `clockOf` would be one more file of the record's route. */
function promiseOf({ promised_day: day, promised_minute: minute }: Intake): string {
  if (day === null) return ''
  const [hours, minutes] = [Math.floor((minute ?? 0) / 60), (minute ?? 0) % 60]
  const clock = minute === null ? '' : ` ${hours}:${String(minutes).padStart(2, '0')}`
  return `Söz: ${formatDay(day)}${clock}`
}

function Line({ title, form, remark }: { title: string; form: Intake | Delivery; remark: string }) {
  const state = form.signed_at === null ? 'imzasız' : 'imzalı'
  return (
    <p className="flex flex-wrap justify-between gap-x-3">
      <span className="font-semibold">{title}</span>
      <span className="text-muted-foreground">{`${formatInstant(form.created_at)}, ${state}`}</span>
      {remark !== '' && <span className="w-full">{remark}</span>}
      {form.is_changed && (
        <strong className="w-full font-semibold text-warning-ink">İmzadan sonra değişti</strong>
      )}
    </p>
  )
}
