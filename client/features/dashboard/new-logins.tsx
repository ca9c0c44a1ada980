import { lazy, Suspense } from 'react'

import { PasswordAgain } from '#client/components/password-again.tsx'
import { trpc } from '#client/lib/api.ts'

const NewLoginsNotice = lazy(() => import('#client/components/new-logins-notice.tsx'))

/** Asks about logins from new devices that the user has not confirmed yet; renders nothing without any. */
export function NewLogins() {
  const { data } = trpc.settings.newLogins.useQuery()
  if (data === undefined || data.news.length === 0) return null
  return (
    <Suspense>
      <NewLoginsNotice logins={data.news} />
      <PasswordAgain />
    </Suspense>
  )
}
