import { Check, MessageCircle } from 'lucide-react'

import EditorDialog from '#client/components/editor-dialog.tsx'
import { Plate } from '#client/components/plate.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import type { AppointmentTexts, ListedAppointment } from '#shared/appointment/schema.ts'
import { appointmentText } from '#shared/appointment/text.ts'
import { weekdayName } from '#shared/appointment/words.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { clockOf } from '#shared/clock.ts'
import { addDays, type Day, formatDay } from '#shared/date.ts'
import { whatsAppAddress } from '#shared/share/rules.ts'

export interface TomorrowProps {
  today: Day
  appointments: readonly ListedAppointment[]
  texts: AppointmentTexts | undefined
}

export interface TomorrowDialogProps extends TomorrowProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The messages that were opened since the page was loaded; more is not known of them. */
const opened = createStore<ReadonlySet<string>>(new Set())
const keyOf = ({ kayit_id, day, start }: ListedAppointment) => `${kayit_id} ${day} ${start}`

/** Lists tomorrow's appointments, each with a tap that opens WhatsApp with the shop's reminder. */
export default function TomorrowDialog({ open, onOpenChange, ...list }: TomorrowDialogProps) {
  const { today, appointments, texts } = list
  const { company_name: company } = useSessionUser()
  const written = useStore(opened, (keys) => keys)
  const tomorrow = addDays(today, 1)
  return (
    <EditorDialog open={open} onOpenChange={onOpenChange} title="Yarınki randevular">
      <p className="text-muted-foreground">{`${formatDay(tomorrow)} ${weekdayName(tomorrow)}`}</p>
      <ul className="divide-y divide-border">
        {appointments.map((one) => {
          const isWritten = written.has(keyOf(one))
          const name = one.customer || one.phone || one.work
          return (
            <li key={one.kayit_id} className="flex items-center gap-3 py-2">
              <span className="w-12 shrink-0 font-semibold">{clockOf(one.start)}</span>
              <span className="grid min-w-0 grow justify-items-start gap-0.5">
                {one.plate !== '' && <Plate text={one.plate} />}
                <span className="font-semibold wrap-anywhere">{name}</span>
                <span className="text-sm text-muted-foreground wrap-anywhere">
                  {joinIsolated(' · ', [one.phone === '' ? 'Telefonu yok' : '', one.work])}
                </span>
              </span>
              {texts !== undefined && (
                <Button asChild variant="outline">
                  <a
                    href={whatsAppAddress(one.phone, appointmentText(one, { company, texts, today }))}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`${isWritten ? 'WhatsApp açıldı, yeniden yaz' : 'Yaz'}: ${one.plate || name}`}
                    onClick={() => opened.set(new Set(opened.get()).add(keyOf(one)))}
                  >
                    {isWritten ? <Check aria-hidden /> : <MessageCircle aria-hidden />}
                    {isWritten ? 'Açıldı' : 'Yaz'}
                  </a>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </EditorDialog>
  )
}
