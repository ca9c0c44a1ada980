import { useId } from 'react'

import { loginLine } from '#client/components/login-line.ts'
import { trpc } from '#client/lib/api.ts'

/** The last logins from new devices, also those that were answered; nothing without any. */
export default function RecentLogins() {
  const id = useId()
  const { data } = trpc.settings.newLogins.useQuery()
  if (data === undefined || data.all.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-4 grid gap-2">
      <h3 id={id} className="font-medium">
        Yeni cihazlardan girişler
      </h3>
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
