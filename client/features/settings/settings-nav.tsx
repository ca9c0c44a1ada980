import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, LockKeyhole, Store, Tag, UsersRound } from 'lucide-react'
import { useId } from 'react'

import { useSessionUser } from '#client/lib/session.ts'
import { cn } from '#client/lib/cn.ts'
import type { Right } from '#shared/staff/rights.ts'

import { canOpenSection, type SettingsSection } from './section-rights.ts'
import { parseSettingsSearch } from './settings-search.ts'

const SECTIONS = [
  { section: 'company', label: 'Firma', about: 'kimlik, belge, lisans', Icon: Store },
  { section: 'prices', label: 'Fiyatlar ve paketler', about: 'hazır işler', Icon: Tag },
  { section: 'staff', label: 'Çalışanlar', about: 'kim girer, ne görür', Icon: UsersRound },
  { section: 'account', label: 'Hesabım ve güvenlik', about: 'parola, oturumlar', Icon: LockKeyhole },
] as const

/** A chip on a phone, a line of the side list on a wide screen. */
const ENTRY =
  'flex min-h-11 items-center gap-3 rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-[current=page]:border-foreground aria-[current=page]:bg-foreground aria-[current=page]:text-background aria-[current=page]:hover:bg-foreground lg:rounded-md lg:border-transparent lg:bg-transparent lg:px-3 lg:py-1.5 lg:text-base lg:aria-[current=page]:border-border lg:aria-[current=page]:bg-card lg:aria-[current=page]:hover:bg-card lg:aria-[current=page]:text-foreground lg:aria-[current=page]:shadow-[inset_3px_0_var(--primary)]'

/** Lists the sections that the user may see; the shown one is marked. */
export function SectionLinks({ shown }: { shown: SettingsSection }) {
  const { rights } = useSessionUser()
  return (
    <nav aria-label="Ayar bölümleri" data-print="hide">
      <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0">
        {SECTIONS.filter(({ section }) => canOpenSection(section, rights)).map(
          ({ section, label, about, Icon }) => (
            <li key={section}>
              <Link
                to="/settings"
                search={parseSettingsSearch({ tab: section })}
                activeOptions={{ exact: true }}
                aria-current={section === shown ? 'page' : undefined}
                className={ENTRY}
              >
                <Icon
                  aria-hidden
                  className={cn(
                    'size-4.5 max-lg:hidden',
                    section === shown ? 'text-primary' : 'text-muted-foreground',
                  )}
                />
                <span className="min-w-0">
                  {label}
                  <span className="block text-xs font-normal text-muted-foreground max-lg:hidden">
                    {about}
                  </span>
                </span>
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

interface DataLink {
  label: string
  link: Pick<LinkProps, 'to' | 'search'>
  right?: Right
}

const DATA_LINKS: DataLink[] = [
  { label: 'Geçmiş', link: { to: '/changes' }, right: 'history' },
  { label: 'Çöp kutusu', link: { to: '/changes', search: { tab: 'trash' } }, right: 'remove' },
  { label: 'Kişisel veriler', link: { to: '/personal-data' }, right: 'personal_data' },
  { label: 'Aydınlatma metni', link: { to: '/settings', search: { tab: 'notice' } } },
]

/** Leads to the screens that keep the shop's data and its history. */
export function DataLinks() {
  const id = useId()
  const { rights } = useSessionUser()
  return (
    <nav
      aria-labelledby={id}
      data-print="hide"
      className="lg:mx-3 lg:mt-4 lg:border-t lg:border-border lg:pt-4"
    >
      <h2 id={id} className="mb-1 text-sm font-medium text-muted-foreground max-lg:px-3">
        Veriler
      </h2>
      <ul className="max-lg:rounded-lg max-lg:border max-lg:border-border max-lg:bg-card">
        {DATA_LINKS.filter(({ right }) => right === undefined || rights.includes(right)).map(
          ({ label, link }) => (
            <li key={label} className="max-lg:border-t max-lg:border-border max-lg:first:border-t-0">
              <Link
                {...link}
                activeOptions={{ exact: true }}
                className="flex min-h-12 items-center justify-between gap-2 rounded-md max-lg:px-3 max-lg:font-medium max-lg:outline-offset-[-2px] lg:-mx-3 lg:min-h-9 lg:px-3 lg:text-sm hover:bg-sunken aria-[current=page]:font-semibold"
              >
                {label}
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
