import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'

import { PageHeader } from '#client/components/page-header.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { Card } from '#client/ui/card.tsx'

import { CompanySection } from './company-section.tsx'
import { sectionOf, type SettingsSection } from './section-rights.ts'
import { DataLinks, SectionLinks } from './settings-nav.tsx'
import { SettingsLoading } from './settings-parts.tsx'

const SECTIONS: Record<SettingsSection, ComponentType> = {
  company: CompanySection,
  prices: lazy(() => import('./prices-section.tsx')),
  staff: lazy(() => import('./staff-section.tsx')),
  account: lazy(() => import('./account-section.tsx')),
  notice: lazy(() => import('./notice-section.tsx')),
}

const route = getRouteApi('/_app/settings')

/** Shows one section of the settings beside the list of those that the user may see; the URL holds the section. */
export function SettingsScreen() {
  const { rights } = useSessionUser()
  const shown = sectionOf(route.useSearch(), rights)
  const isWide = useMedia('(width >= 64rem)')
  const Section = SECTIONS[shown]
  return (
    <>
      <PageHeader title="Ayarlar" />
      <div className="grid max-w-[88rem] items-start gap-4 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-6">
        <div>
          <SectionLinks shown={shown} />
          {isWide && <DataLinks />}
        </div>
        <div className="min-w-0">
          <Suspense fallback={<Loading />}>
            <Section />
          </Suspense>
        </div>
        {!isWide && <DataLinks />}
      </div>
      <PasswordAgain />
    </>
  )
}

function Loading() {
  return (
    <Card>
      <SettingsLoading />
    </Card>
  )
}
