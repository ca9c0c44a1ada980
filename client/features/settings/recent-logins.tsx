import { useId } from 'react'

import { loginLine } from '#client/components/login-line.ts'
import NewLoginsNotice from '#client/components/new-logins-notice.tsx'
import { trpc } from '#client/lib/api.ts'

/** Lists the last logins from new devices and asks about unconfirmed ones; renders nothing without any. */
export default function RecentLogins() {
  const id = useId()
  const { data } = trpc.settings.newLogins.useQuery()
  if (data === undefined || data.all.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-4 grid gap-2">
      <h3 id={id} className="font-medium">
        Yeni cihazlardan girişler
      </h3>
      {data.news.length > 0 && <NewLoginsNotice logins={data.news} />}
      <ul className="grid gap-1 text-sm text-muted-foreground">
        {data.all.map((login) => (
          <li key={login.id} className="wrap-anywhere">
            {loginLine(login)}
          </li>
        ))}
      </ul>
    </section>
  )
}
