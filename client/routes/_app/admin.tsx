import { createFileRoute } from '@tanstack/react-router'

import { ComingSoon } from '#client/components/coming-soon.tsx'
import { Forbidden } from '#client/components/page-states.tsx'
import { useSessionUser } from '#client/lib/session.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

export const Route = createFileRoute('/_app/admin')({ component: AdminPage })

function AdminPage() {
  const user = useSessionUser()
  return user.auth === AUTH_ADMIN ? <ComingSoon screen="Yönetim" /> : <Forbidden />
}
