import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'

import { AppFrame } from '#client/components/app-frame.tsx'
import { logout, useSessionUser } from '#client/lib/session.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context }) => {
    const { user } = context.session
    if (user === null) throw redirect({ to: '/', replace: true })
    return { user }
  },
  component: Frame,
})

function Frame() {
  const user = useSessionUser()
  const router = useRouter()
  const leave = () => void logout().then(() => router.invalidate())
  return (
    <AppFrame companyName={user.company_name} isAdmin={user.auth === AUTH_ADMIN} onLogout={leave}>
      <Outlet />
    </AppFrame>
  )
}
