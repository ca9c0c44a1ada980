import { getRouteApi } from '@tanstack/react-router'
import { Building2, DatabaseBackup, MessageSquareText, UsersRound } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { PasswordAgain } from '#client/components/password-again.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'

import { parseAdminSearch, tabOf } from './admin-search.ts'
import { BackupList } from './backup-list.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { UserList } from './user-list.tsx'

const ShopList = lazy(() => import('./shop-list.tsx'))

const route = getRouteApi('/_app/admin')

/** Shows users, shops, feedbacks (specification §2) and backups, one tab each; the URL holds the tab. */
export function AdminScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title="Yönetim" />
      <Tabs
        orientation="vertical"
        activationMode="manual"
        value={tabOf(search)}
        onValueChange={(tab) => void navigate({ search: parseAdminSearch({ tab }) })}
        className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-start gap-4 max-[90rem]:grid-cols-1"
      >
        <TabsList
          aria-label="Yönetim bölümleri"
          className="max-[90rem]:grid-cols-[auto_auto_auto_auto] max-md:grid-cols-2"
        >
          <TabsTrigger value="users" className="max-md:px-2">
            <UsersRound aria-hidden className="max-md:hidden" />
            Kullanıcılar
          </TabsTrigger>
          <TabsTrigger value="shops" className="max-md:px-2">
            <Building2 aria-hidden className="max-md:hidden" />
            Firmalar
          </TabsTrigger>
          <TabsTrigger value="feedbacks" className="max-md:px-2">
            <MessageSquareText aria-hidden className="max-md:hidden" />
            Geri Bildirimler
          </TabsTrigger>
          <TabsTrigger value="backups" className="max-md:px-2">
            <DatabaseBackup aria-hidden className="max-md:hidden" />
            Yedekler
          </TabsTrigger>
        </TabsList>
        <TabsContent value="users" tabIndex={-1} className="min-w-0 outline-none">
          <UserList />
        </TabsContent>
        <TabsContent value="shops" tabIndex={-1} className="min-w-0 outline-none">
          <Suspense fallback={<PageLoading />}>
            <ShopList />
          </Suspense>
        </TabsContent>
        <TabsContent value="feedbacks" tabIndex={-1} className="min-w-0 outline-none">
          <FeedbackList />
        </TabsContent>
        <TabsContent value="backups" tabIndex={-1} className="min-w-0 outline-none">
          <BackupList />
        </TabsContent>
      </Tabs>
      <PasswordAgain />
    </>
  )
}
