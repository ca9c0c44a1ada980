import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'

import { AppFrame } from '#client/components/app-frame.tsx'
import { KayitOutbox } from '#client/features/kayit/outbox/kayit-outbox.tsx'
import { useSearch } from '#client/features/search/use-search.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import { OpenSearch } from '#client/lib/open-search.ts'
import { returnState } from '#client/lib/return-to.ts'
import { interruptionReason, logout, canLogOut, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { loginMessages } from '#shared/login-messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    const { user } = context.session
    if (user === null)
      throw redirect({
        to: '/',
        replace: true,
        state: interruptionReason() ? returnState(location) : {},
      })
    // If the code cannot be loaded, the server's own limit remains.
    if (user.idle_minutes !== null) void import('#client/lib/idle.ts').then((idle) => idle.watchIdle())
    return { user }
  },
  component: Frame,
})

function Frame() {
  const user = useSessionUser()
  const router = useRouter()
  const isAdmin = user.auth === AUTH_ADMIN
  const hasFigures = user.rights.includes('figures')
  const hasPayments = user.rights.includes('payments')
  const hasTrash = user.rights.includes('remove')
  const hasQuotes = user.rights.includes('quotes')
  const search = useSearch({ id: user.id, isAdmin, hasFigures, hasPayments, hasQuotes, hasTrash })
  const leave = async () => {
    if (!(await canLogOut())) return
    try {
      await logout()
      await router.navigate({ to: '/', replace: true, ignoreBlocker: true })
    } catch (error) {
      toast.error(errorMessage(error, loginMessages.logoutFailed, loginMessages.logoutFailed))
    }
  }
  return (
    <AppFrame
      companyName={user.company_name}
      logoUrl={user.logo_url}
      userId={user.id}
      username={user.username}
      isAdmin={isAdmin}
      hasFigures={hasFigures}
      hasPayments={hasPayments}
      onFind={search.open}
      onFindIntent={search.preload}
      onLogout={() => void leave()}
      notice={<KayitOutbox />}
    >
      <OpenSearch value={search.open}>
        <Outlet />
      </OpenSearch>
      {search.dialog}
    </AppFrame>
  )
}
