import { getRouteApi } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'

import { ErasureList } from './erasure-list.tsx'
import { parsePersonalDataSearch, TABS } from './personal-data-search.ts'
import { RequestList } from './request-list.tsx'
import { RetentionCard } from './retention-card.tsx'

const route = getRouteApi('/_app/personal-data')

/** Shows the owner the shop's duties under law 6698: customers' requests, erasures and retention periods. */
export function PersonalDataScreen() {
  const { tab = TABS[0] } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  if (!useSessionUser().rights.includes('personal_data')) return <Forbidden />
  return (
    <>
      <PageHeader title="Kişisel veriler" />
      <Tabs
        orientation="vertical"
        activationMode="manual"
        value={tab}
        onValueChange={(to) => void navigate({ search: parsePersonalDataSearch({ tab: to }) })}
        className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-start gap-4 max-[90rem]:grid-cols-1"
      >
        <TabsList aria-label="Kişisel verilerin bölümleri" className="max-[90rem]:grid-cols-3">
          <TabsTrigger value="requests">Başvurular</TabsTrigger>
          <TabsTrigger value="erasures">Silinenler</TabsTrigger>
          <TabsTrigger value="retention" className="max-[90rem]:text-center">
            Saklama süreleri
          </TabsTrigger>
        </TabsList>
        <TabsContent value="requests" tabIndex={-1} className="min-w-0 outline-none">
          <RequestList />
        </TabsContent>
        <TabsContent value="erasures" tabIndex={-1} className="min-w-0 outline-none">
          <ErasureList />
        </TabsContent>
        <TabsContent value="retention" tabIndex={-1} className="min-w-0 outline-none">
          <RetentionCard />
        </TabsContent>
      </Tabs>
    </>
  )
}
