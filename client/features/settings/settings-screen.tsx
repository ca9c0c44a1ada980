import { lazy, Suspense } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { trpc } from '#client/lib/api.ts'
import { useRight } from '#client/lib/session.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { messages } from '#shared/messages.ts'
import type { Settings } from '#shared/settings/schema.ts'

import { GeneralCard } from './general-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { LicenseCard } from './license-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonalDataCard } from './personal-data-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const ConsentCard = lazy(() => import('./consent-card.tsx'))
const FactorCard = lazy(() => import('./factor-card.tsx'))
const PasskeysCard = lazy(() => import('./passkeys-card.tsx'))
const ItemCards = lazy(() => import('./item-cards.tsx'))
const StaffCard = lazy(() => import('./staff-card.tsx'))

/** Shows the shop's settings to its owner; staff see their own account, and prices and trash if they have the right. */
export function SettingsScreen() {
  const isShop = useRight('settings')
  return (
    <>
      {isShop ? <ShopSettings /> : <OwnSettings />}
      <PasswordAgain />
    </>
  )
}

function OwnSettings() {
  const [hasPrices, canRestore] = [useRight('prices'), useRight('remove')]
  return (
    <>
      <PageHeader title="Ayarlar" />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          <PasswordCard />
          <Suspense fallback={<SettingsLoading />}>
            <FactorCard />
            <PasskeysCard />
            {hasPrices && <ItemCards />}
          </Suspense>
        </div>
        <div className="grid min-w-0 gap-4">
          <SessionsCard />
          {canRestore && <HistoryCard />}
          <Suspense fallback={<SettingsLoading />}>
            <ConsentCard />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Shows the settings of the shop and of its owner's account, one save per card (specification §2). */
function ShopSettings() {
  const settings = trpc.settings.get.useQuery()
  return (
    <>
      <PageHeader title="Ayarlar" />
      <SettingsCards settings={settings.data} />
      {settings.data === undefined && settings.isError && (
        <LoadError
          message={messages.settingsLoadFailed}
          isPending={settings.isFetching}
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.isPending && <SettingsLoading />}
    </>
  )
}

function SettingsCards({ settings }: { settings: Settings | undefined }) {
  if (settings === undefined) return null
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-4">
        <GeneralCard settings={settings} />
        <PasswordCard />
        <Suspense fallback={<SettingsLoading />}>
          <FactorCard />
          <PasskeysCard />
        </Suspense>
        <SecurityCard settings={settings} />
        <Suspense fallback={<SettingsLoading />}>
          <StaffCard />
          <ItemCards />
        </Suspense>
      </div>
      <div className="grid min-w-0 gap-4">
        <LogoCard logoUrl={settings.logo_url} />
        <LicenseCard type={settings.license_type} end={settings.license_end} />
        <SessionsCard />
        <HistoryCard />
        <Suspense fallback={<SettingsLoading />}>
          <ConsentCard />
        </Suspense>
        <PersonalDataCard />
      </div>
    </div>
  )
}

function SettingsLoading() {
  return (
    <Card>
      <output className="text-muted-foreground">Yükleniyor...</output>
      <Skeleton className="mt-4 h-72" />
    </Card>
  )
}
