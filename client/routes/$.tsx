import { createFileRoute, redirect } from '@tanstack/react-router'

// Any other path leads to the dashboard with a session, and to the login screen without one (specification §2).
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.session.user === null ? '/' : '/dashboard', replace: true })
  },
})
