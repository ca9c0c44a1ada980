import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    if (context.session.user !== null) throw redirect({ to: '/dashboard', replace: true })
  },
  component: () => <main />,
})
