import { Link } from '@tanstack/react-router'
import { ArrowRight, Ban, CalendarClock, MessageCircle, Phone, SquarePen, UserX } from 'lucide-react'

import { MoreLine, MoreMenu } from '#client/components/directory/more-menu.tsx'
import { MENU_LINE } from '#client/components/menu-panel.tsx'
import { cn } from '#client/lib/cn.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useArrive } from '#client/lib/use-arrive.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { STATE_WORDS } from '#shared/appointment/rules.ts'
import type { AppointmentTexts, ListedAppointment } from '#shared/appointment/schema.ts'
import { appointmentText, isSoon } from '#shared/appointment/text.ts'
import type { Day } from '#shared/date.ts'
import { dialledNumber, formatPhone } from '#shared/phone.ts'
import { whatsAppAddress } from '#shared/share/rules.ts'

import { useChangeAppointment } from './use-appointments.ts'
import { fullName, titleOf } from './words.ts'

interface AppointmentActionsProps {
  one: ListedAppointment
  today: Day
  /** The shop's texts of messages. */
  texts: AppointmentTexts
  /** Opens the dialog of this appointment. */
  onEdit: () => void
  /** Whether the rarer actions are in a menu only. */
  isShort?: boolean
}

/** Shows the actions of an appointment: the car came, it did not, another time, a message, the record. */
export function AppointmentActions({ one, today, texts, onEdit, isShort = false }: AppointmentActionsProps) {
  const { arrive, isPending } = useArrive()
  const change = useChangeAppointment()
  const name = titleOf(one)
  if (one.state === 'came')
    return (
      <div className="flex items-center gap-2">
        <Badge variant="success">{STATE_WORDS.came}</Badge>
        <OpenRecord one={one} className={LINK}>
          Kaydı aç
        </OpenRecord>
      </div>
    )
  const isAwaited = one.state === 'awaited'
  return (
    <div className={cn('flex flex-wrap items-center gap-2', isShort && 'max-md:flex-col max-md:items-end')}>
      {!isAwaited && <Badge variant="secondary">{STATE_WORDS[one.state]}</Badge>}
      {!isShort && <Message {...{ one, today, texts }} className={LINK} />}
      {!isShort && isAwaited && (
        <Button
          variant="ghost"
          aria-label={`Gelmedi: ${name}`}
          onClick={() => void change(one, { state: 'missed' })}
        >
          Gelmedi
        </Button>
      )}
      {!isShort && (
        <Button variant="outline" aria-label={`Değiştir: ${name}`} onClick={onEdit}>
          Değiştir
        </Button>
      )}
      <Button
        variant={isShort ? 'outline' : 'default'}
        isPending={isPending}
        aria-label={`Geldi: ${name}`}
        onClick={() => arrive(one)}
      >
        Geldi
        {!isShort && <ArrowRight aria-hidden />}
      </Button>
      <MoreMenu label={`Diğer işlemler: ${name}`} opensUp={!isShort} variant={isShort ? 'ghost' : 'outline'}>
        {({ leave }) => (
          <>
            {isShort && (
              <MoreLine Icon={CalendarClock} leave={leave} onClick={onEdit}>
                Değiştir
              </MoreLine>
            )}
            {isShort && <Message {...{ one, today, texts }} className={MENU_LINE} />}
            <Call one={one} />
            {isShort && isAwaited && (
              <MoreLine Icon={UserX} leave={leave} onClick={() => void change(one, { state: 'missed' })}>
                Gelmedi
              </MoreLine>
            )}
            {isAwaited ? (
              <MoreLine Icon={Ban} leave={leave} onClick={() => void change(one, { state: 'cancelled' })}>
                İptal et
              </MoreLine>
            ) : (
              <MoreLine
                Icon={CalendarClock}
                leave={leave}
                onClick={() => void change(one, { state: 'awaited' })}
              >
                Yeniden bekle
              </MoreLine>
            )}
            <OpenRecord one={one} className={MENU_LINE}>
              <SquarePen aria-hidden />
              Randevuyu aç
            </OpenRecord>
          </>
        )}
      </MoreMenu>
    </div>
  )
}

const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium hover:bg-sunken md:min-h-10 [&>svg]:size-4'

/** Opens WhatsApp with a confirmation, or a reminder of today's or tomorrow's appointment. */
function Message({
  one,
  today,
  texts,
  className,
}: Pick<AppointmentActionsProps, 'one' | 'today' | 'texts'> & { className: string }) {
  const { company_name: company } = useSessionUser()
  const words = isSoon(one.day, today) ? 'Hatırlat' : 'Onay gönder'
  return (
    <a
      href={whatsAppAddress(one.phone, appointmentText(one, { company, texts, today }))}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${words}, WhatsApp: ${titleOf(one)}`}
      className={className}
    >
      <MessageCircle aria-hidden />
      {words}
    </a>
  )
}

function Call({ one: { phone } }: Pick<AppointmentActionsProps, 'one'>) {
  const dialled = dialledNumber(phone)
  return (
    dialled !== null && (
      <a href={`tel:${dialled}`} className={MENU_LINE}>
        <Phone aria-hidden />
        {`Ara: ${formatPhone(phone)}`}
      </a>
    )
  )
}

interface OpenRecordProps {
  one: ListedAppointment
  className: string
  children: React.ReactNode
}

const OpenRecord = ({ one, className, children }: OpenRecordProps) => (
  <Link
    to="/book/$id"
    params={{ id: String(one.kayit_id) }}
    aria-description={fullName(one)}
    className={className}
  >
    {children}
  </Link>
)
