import { createFileRoute } from '@tanstack/react-router'

import { ComingSoon } from '#client/components/coming-soon.tsx'

export const Route = createFileRoute('/_app/expense')({
  component: () => <ComingSoon screen="Giderler" />,
})
