import { getRouteApi } from '@tanstack/react-router'

import { PageHeader } from '#client/components/page-header.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'

import { ChangeList } from './change-list.tsx'
import { parseChangeSearch } from './change-search.ts'
import { TrashList } from './trash-list.tsx'

const route = getRouteApi('/_app/changes')

/** Shows the change log, for users with that right, and the trash: one tab each; the URL holds the tab. */
export function ChangeScreen() {
  const { tab: shown } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const hasHistory = useSessionUser().rights.includes('history')
  const tab = hasHistory ? (shown ?? 'changes') : 'trash'
  return (
    <>
      <PageHeader title={tab === 'trash' ? 'Çöp kutusu' : 'Geçmiş'} />
      <Tabs
        orientation="vertical"
        activationMode="manual"
        value={tab}
        onValueChange={(to) => void navigate({ search: parseChangeSearch({ tab: to }) })}
        className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-start gap-4 max-[90rem]:grid-cols-1"
      >
        <TabsList aria-label="Geçmişin bölümleri">
          {hasHistory && <TabsTrigger value="changes">Değişiklikler</TabsTrigger>}
          <TabsTrigger value="trash">Çöp kutusu</TabsTrigger>
        </TabsList>
        <TabsContent value="changes" tabIndex={-1} className="min-w-0 outline-none">
          <ChangeList />
        </TabsContent>
        <TabsContent value="trash" tabIndex={-1} className="min-w-0 outline-none">
          <TrashList />
        </TabsContent>
      </Tabs>
    </>
  )
}
