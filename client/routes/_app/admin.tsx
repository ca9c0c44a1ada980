import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import {
  parseAdminSearch,
  tabOf,
  toFeedbackInput,
  toShopInput,
  toUserInput,
} from '#client/features/admin/admin-search.ts'
import { AdminScreen } from '#client/features/admin/admin-screen.tsx'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

export const Route = createFileRoute('/_app/admin')({
  ...searchRouteOptions(parseAdminSearch),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps, context }) => {
    if (context.user.auth !== AUTH_ADMIN) return
    const tab = tabOf(deps)
    if (tab === 'users') void api.admin.users.prefetch(toUserInput(deps))
    else if (tab === 'shops') void api.admin.shops.prefetch(toShopInput(deps))
    else if (tab === 'feedbacks') void api.admin.feedbacks.prefetch(toFeedbackInput(deps))
    else void api.admin.backups.prefetch()
  },
  component: AdminRoute,
})

function AdminRoute() {
  const user = useSessionUser()
  return user.auth === AUTH_ADMIN ? <AdminScreen /> : <Forbidden />
}
