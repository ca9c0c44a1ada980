import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, Clock, Plus } from 'lucide-react'
import { useState } from 'react'

import { TomorrowButton } from '#client/components/appointment/tomorrow-button.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { useRight } from '#client/lib/session.ts'
import { useNextAppointments } from '#client/lib/use-next-appointments.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { weekOf } from '#shared/appointment/rules.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { addDays, type Day } from '#shared/date.ts'

import type { AppointmentDialogProps } from './appointment-dialog.tsx'
import type { CalendarDialogProps } from './calendar-dialog.tsx'
import { CancelledList } from './cancelled-list.tsx'
import { DayView } from './day-view.tsx'
import type { HoursDialogProps } from './hours-dialog.tsx'
import { useAppointments } from './use-appointments.ts'
import { WeekView } from './week-view.tsx'
import { weekText } from './words.ts'
import type { NewAppointment } from './view.ts'

const AppointmentDialog = lazyDialog<AppointmentDialogProps>(() => import('./appointment-dialog.tsx'))

const HoursDialog = lazyDialog<HoursDialogProps>(() => import('./hours-dialog.tsx'))

const CalendarDialog = lazyDialog<CalendarDialogProps>(() => import('./calendar-dialog.tsx'))

const route = getRouteApi('/_app/books_/appointments')

/** Shows the appointments of a week: hours on a desk, one day on a phone. The URL holds the day. */
export function AppointmentsScreen() {
  const today = useToday()
  const { day = today } = route.useSearch()
  const navigate = route.useNavigate()
  const days = weekOf(day)
  const list = useAppointments(days)
  const next = useNextAppointments(today)
  const isDesk = useMedia('(width >= 64rem)')
  const appointmentOf = useLocation({ select: ({ state }) => state.appointmentOf })
  const [asked, setAsked] = useState<NewAppointment | ListedAppointment | null>(() =>
    appointmentOf === undefined ? null : newOf(day, appointmentOf),
  )
  const [isOpen, setOpen] = useState(appointmentOf !== undefined)
  const show = (next: Day) =>
    void navigate({ search: next === today ? {} : { day: next }, resetScroll: false })
  const ask = (one: NewAppointment | ListedAppointment) => {
    setAsked(one)
    setOpen(true)
  }
  const View = isDesk ? WeekView : DayView
  const { data } = list
  const canSetHours = useRight('settings')
  const [isHoursOpen, setHoursOpen] = useState(false)
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  return (
    <>
      <PageHeader title="Randevular">
        <Button onClick={() => ask({ day: day < today ? today : day })}>
          <Plus aria-hidden />
          Randevu ver
        </Button>
      </PageHeader>
      <div
        data-print="hide"
        className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 lg:flex-row-reverse"
      >
        <div className="flex items-center justify-between gap-1 max-lg:w-full">
          <Button
            variant="outline"
            size="icon"
            aria-label="Önceki hafta"
            onClick={() => show(addDays(day, -7))}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <h2 aria-live="polite" className="px-1 text-center font-semibold md:min-w-56">
            {weekText(days)}
          </h2>
          <Button
            variant="outline"
            size="icon"
            aria-label="Sonraki hafta"
            onClick={() => show(addDays(day, 7))}
          >
            <ChevronRight aria-hidden />
          </Button>
          <Button variant="outline" size="sm" onClick={() => show(today)}>
            Bugün
          </Button>
        </div>
        <nav
          aria-label="Görünümler"
          className="flex min-w-0 gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4"
        >
          <span aria-current="page" className={`${CHIP} border-foreground! bg-foreground! text-background`}>
            Randevular
          </span>
          <Link to="/books" className={CHIP}>
            Tümü
          </Link>
          <Link to="/books" search={{ open: true }} className={CHIP}>
            Açık işler
          </Link>
          <Link to="/books" search={{ stage: 'quote' }} className={CHIP}>
            Teklifler
          </Link>
        </nav>
      </div>
      {data === undefined && list.isError && (
        <LoadError
          message="Randevular alınamadı."
          isPending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {data === undefined && !list.isError && (
        <>
          <output className="sr-only">Yükleniyor...</output>
          <Skeleton className="h-[34rem]" />
        </>
      )}
      {data !== undefined && (
        <>
          <View
            list={data}
            {...{ days, day, today }}
            isLoading={list.isPlaceholderData}
            onDay={show}
            onAsk={ask}
          />
          <CancelledList list={data} days={days} />
          <div data-print="hide" className="mt-2 -ml-3 flex flex-wrap">
            <TomorrowButton today={today} appointments={next.ofTomorrow} texts={next.texts} />
            {canSetHours && (
              <Button variant="ghost" size="sm" onClick={() => setHoursOpen(true)}>
                <Clock aria-hidden />
                Çalışma saatleri
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={() => setCalendarOpen(true)}>
              <CalendarPlus aria-hidden />
              Takvim adresi
            </Button>
          </div>
        </>
      )}
      {data !== undefined && <HoursDialog open={isHoursOpen} onOpenChange={setHoursOpen} stored={data} />}
      <CalendarDialog open={isCalendarOpen} onOpenChange={setCalendarOpen} />
      <AppointmentDialog
        open={isOpen && data !== undefined}
        onOpenChange={setOpen}
        asked={asked ?? { day }}
        list={data}
        onStored={show}
      />
    </>
  )
}

/** Returns a new appointment with fields of a record. */
const newOf = (day: Day, fields: Readonly<Record<string, string>>): NewAppointment => ({
  day,
  plate: fields['plaka'],
  customer: fields['musteri_adi_soyadi'],
  phone: fields['musteri_tel'],
  work: fields['musteri_talebi'],
})

const CHIP =
  'inline-flex min-h-11 shrink-0 items-center rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken md:min-h-8 md:px-3'
