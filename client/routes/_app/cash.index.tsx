import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/cash/')({
  beforeLoad: () => {
    throw redirect({ to: '/cash/debts', replace: true })
  },
})
