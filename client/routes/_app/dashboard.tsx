import { createFileRoute } from '@tanstack/react-router'

import { Dashboard } from '#client/features/dashboard/dashboard.tsx'
import { OPEN_WORK } from '#client/features/dashboard/open-work.ts'
import { api } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'

export const Route = createFileRoute('/_app/dashboard')({
  // Not awaited: the screen shows its own skeletons.
  loader: ({ context: { user } }) => {
    void api.kayit.list.prefetch(OPEN_WORK)
    if (user.rights.includes('figures')) void api.stats.get.prefetch({})
    // Read in the same batch, so that the answers do not move the cars.
    if (user.rights.includes('quotes')) void api.share.news.prefetch(undefined, { meta: QUIET })
    if (user.rights.includes('payments')) void api.payment.today.prefetch()
  },
  component: Dashboard,
})
