import { createFileRoute, redirect } from '@tanstack/react-router'

import { toast } from '#client/lib/toast.ts'

// Any other path leads to the dashboard with a session, and to the login screen without one (specification §2).
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context }) => {
    if (context.session.user === null) throw redirect({ to: '/', replace: true })
    toast.info('Aradığınız sayfa bulunamadı; ana sayfa açıldı.')
    throw redirect({ to: '/dashboard', replace: true })
  },
})
