import { lazy, Suspense } from 'react'

import { trpc } from '#client/lib/api.ts'

const NewLoginsNotice = lazy(() => import('./new-logins-notice.tsx'))

/** Asks about logins from new devices since the user was last here; nothing without any. */
export function NewLogins() {
  const { data } = trpc.settings.newLogins.useQuery()
  if (data === undefined || data.news.length === 0) return null
  return (
    <Suspense>
      <NewLoginsNotice logins={data.news} />
    </Suspense>
  )
}
