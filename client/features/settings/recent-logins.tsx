import { ChevronRight } from 'lucide-react'
import { useId } from 'react'

import { loginLine } from '#client/components/login-line.ts'
import NewLoginsNotice from '#client/components/new-logins-notice.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'

/** Lists the last logins from new devices and asks about unconfirmed ones; renders nothing without any. */
export function RecentLogins() {
  const id = useId()
  const { data } = trpc.settings.newLogins.useQuery()
  if (data === undefined || data.all.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-3 border-t border-border pt-2">
      {data.news.length > 0 && <NewLoginsNotice logins={data.news} />}
      <details>
        <summary className="flex min-h-11 items-center gap-2 [&::-webkit-details-marker]:hidden md:min-h-9">
          <ChevronRight aria-hidden className="size-4 text-muted-foreground [[open]>summary>&]:rotate-90" />
          <h3 id={id} className="font-medium">
            Yeni cihazlardan girişler
          </h3>
          <span className="text-muted-foreground">{formatCount(data.all.length)}</span>
        </summary>
        <ul className="grid gap-1 pl-6 text-sm text-muted-foreground">
          {data.all.map((login) => (
            <li key={login.id} className="wrap-anywhere">
              {loginLine(login)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
