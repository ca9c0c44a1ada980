import { Link } from '@tanstack/react-router'
import { BookOpenText, ChartColumn, LifeBuoy, Plus, Settings } from 'lucide-react'
import { useId, useState } from 'react'

import { LicenseBadge } from '#client/components/license-badge.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { ThemeSelect } from './theme-select.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { todayInIstanbul } from '#shared/date.ts'

import { LicenseCard } from './license-card.tsx'

/** The first screen after the login: greeting, package, licence and links (specification §2). */
export function Dashboard() {
  const { username, license_type, license_end_date } = useSessionUser()
  const [today] = useState(() => todayInIstanbul(new Date()))
  return (
    <>
      <PageHeader title={`Hoş geldiniz, ${username}`}>
        <Button asChild>
          <Link to="/book/$id" params={{ id: '0' }}>
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
      </PageHeader>
      <div className="grid gap-4 md:grid-cols-3">
        <PackageCard type={license_type} />
        <LicenseCard endDate={license_end_date} today={today} />
      </div>
      <Shortcuts />
      <div className="mt-8">
        <ThemeSelect />
      </div>
    </>
  )
}

function PackageCard({ type }: { type: string }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Paket</CardTitle>
      </CardHeader>
      <p className="mb-2 text-sm text-muted-foreground">Lisans türü</p>
      <LicenseBadge type={type} className="px-3 py-1 text-base" />
    </Card>
  )
}

const SHORTCUTS = [
  { to: '/books', label: 'Kayıtlar', about: 'Servis kayıtlarını bulma ve düzenleme', Icon: BookOpenText },
  { to: '/stats', label: 'İstatistikler', about: 'Gelir, gider ve kâr', Icon: ChartColumn },
  { to: '/settings', label: 'Ayarlar', about: 'Firma bilgileri, logo ve parola', Icon: Settings },
  { to: '/feedbacks', label: 'Destek', about: 'Sık sorulan sorular ve geri bildirim', Icon: LifeBuoy },
] as const

function Shortcuts() {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mt-8 mb-4 text-lg font-semibold">
        Kısayollar
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        {SHORTCUTS.map(({ to, label, about, Icon }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex h-full min-h-20 items-start gap-4 rounded-lg border border-border bg-card p-4 text-foreground shadow-sm hover:border-primary lg:flex-col lg:gap-3"
            >
              <span className="rounded-md bg-primary-soft p-2.5 text-primary-ink">
                <Icon aria-hidden />
              </span>
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="text-muted-foreground">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
