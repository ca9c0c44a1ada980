import { Link } from '@tanstack/react-router'
import { BookOpenText, ChartColumn, LifeBuoy, Plus, Settings } from 'lucide-react'
import { useId } from 'react'

import { LicenseBadge } from '#client/components/license-badge.tsx'
import { cn } from '#client/lib/cn.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'

import { AppointmentsCard } from './appointments-card.tsx'
import { FindButton } from './find-button.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { LicenseCard } from './license-card.tsx'
import { MoneyCards } from './money-cards.tsx'
import { NewLogins } from './new-logins.tsx'
import { OpenWorkCard } from './open-work-card.tsx'
import { RemindersCard } from './reminders-card.tsx'
import { TodayCard } from './today-card.tsx'
import { ShareNews } from './share-news.tsx'

const LONG_DAY = new Intl.DateTimeFormat('tr-TR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Shows the first screen after the login: today's work, then package, licence and links (specification §2). */
export function Dashboard() {
  const { username, name_surname, license_type, license_end_date, rights } = useSessionUser()
  const hasFigures = rights.includes('figures')
  const hasSettings = rights.includes('settings')
  const hasQuotes = rights.includes('quotes')
  const today = useToday()
  const title = `Hoş geldiniz, ${isolated(name_surname.trim() || username)}`
  useDocumentTitle(title)
  return (
    // The parts below the cars wait until the number of cars is known; otherwise they would move.
    <div className="group/day">
      <NewLogins />
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        <p className="text-muted-foreground max-md:text-sm">{LONG_DAY.format(new Date(today))}</p>
      </div>
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:gap-6',
          hasFigures && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div data-print="hide" className="flex gap-3">
            <FindButton />
            <Button asChild className="max-md:hidden md:min-h-16 md:rounded-[8px] md:px-6 md:text-lg">
              <Link to="/book/$id" params={{ id: '0' }}>
                <Plus aria-hidden />
                Yeni kayıt
              </Link>
            </Button>
          </div>
          {hasQuotes && <ShareNews />}
          <OpenWorkCard today={today} />
          {hasQuotes && <AppointmentsCard today={today} />}
          {!hasFigures && <TodayCard today={today} />}
          {!hasFigures && hasQuotes && <RemindersCard today={today} />}
          {hasSettings && <FirstStepsCard />}
        </div>
        {hasFigures && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:group-has-data-unknown/day:hidden">
            <MoneyCards today={today} />
            {hasQuotes && <RemindersCard today={today} />}
          </div>
        )}
      </div>
      <div className="mt-6 border-y border-border group-has-data-unknown/day:hidden">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-border py-3">
          <PackageCard type={license_type} />
          <LicenseCard endDate={license_end_date} today={today} />
        </div>
        <Shortcuts hasFigures={hasFigures} hasSettings={hasSettings} />
      </div>
    </div>
  )
}

function PackageCard({ type }: { type: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex items-center gap-2">
      <h2 id={id} className="text-sm text-muted-foreground">
        Paket
      </h2>
      <LicenseBadge type={type} />
    </section>
  )
}

const SHORTCUTS = [
  { to: '/books', label: 'Kayıtlar', about: 'Bul ve düzenle', Icon: BookOpenText },
  { to: '/stats', label: 'İstatistikler', about: 'Gelir, gider, kâr', Icon: ChartColumn },
  { to: '/settings', label: 'Ayarlar', about: 'Firma, logo, parola', Icon: Settings },
  { to: '/feedbacks', label: 'Destek', about: 'Sorular, geri bildirim', Icon: LifeBuoy },
] as const

function Shortcuts({ hasFigures, hasSettings }: { hasFigures: boolean; hasSettings: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        Kısayollar
      </h2>
      <ul className={cn('grid h-full grid-cols-2', hasFigures ? 'md:grid-cols-4' : 'md:grid-cols-3')}>
        {SHORTCUTS.filter(({ to }) => hasFigures || to !== '/stats').map(({ to, label, about, Icon }) => (
          <li key={label} className="border-border lg:not-first:border-l">
            <Link to={to} className="block min-h-11 py-3.5 hover:bg-sunken lg:h-full lg:px-4">
              <span className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden className="text-muted-foreground" />
                {label}
              </span>
              <span className="block text-sm text-muted-foreground max-md:hidden">
                {to === '/settings' && !hasSettings ? 'Parola, oturumlar' : about}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
