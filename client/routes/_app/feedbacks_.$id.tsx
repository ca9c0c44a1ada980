import { createFileRoute } from '@tanstack/react-router'

import { GuidePage } from '#client/features/feedback/guide-page.tsx'

export const Route = createFileRoute('/_app/feedbacks_/$id')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <GuidePage key={id} slug={id} />
}
