import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { messages } from '#shared/messages.ts'
import type { OpenSession } from '#shared/settings/schema.ts'

import { RecentLogins } from './recent-logins.tsx'
import { SettingsRow } from './settings-parts.tsx'

const KINDS: Record<OpenSession['kind'], string | null> = {
  web: null,
  legacy: 'Entegrasyon (API)',
  pending: 'Onay bekliyor',
  code: 'Doğrulama kodu bekliyor',
  setup: 'Doğrulama kurulumu bekliyor',
}

/** Ends a session with exactly one call, however fast the user presses the button; a failure allows another one. */
function useEndSession(onEnded: () => void) {
  const utils = trpc.useUtils()
  const endingIds = useRef(new Set<RouterInputs['settings']['endSession']['id']>())
  const end = trpc.settings.endSession.useMutation({
    onSuccess: (_answer, ended) => {
      utils.settings.sessions.setData(undefined, (rows) => rows?.filter((row) => row.id !== ended.id))
      toast.success(messages.sessionEnded)
      onEnded()
    },
    onError: (_error, { id }) => void endingIds.current.delete(id),
    onSettled: () => utils.settings.sessions.invalidate(),
  })
  const endOnce = (id: number) => {
    if (endingIds.current.has(id)) return
    endingIds.current.add(id)
    end.mutate({ id })
  }
  return { ...end, endOnce }
}

/** The number of sessions shown at first; the current one is the first. */
const FIRST_ROWS = 3

/** Lists the open sessions of this account, with a button to end each except the current one, which has 'Çıkış'. */
export function SessionsRow() {
  const title = useRef<HTMLHeadingElement>(null)
  const sessions = trpc.settings.sessions.useQuery()
  const [isAll, setIsAll] = useState(false)
  const rows = (sessions.data ?? []).toSorted((a, b) => Number(b.current) - Number(a.current))
  const rest = rows.length - FIRST_ROWS
  const end = useEndSession(() => title.current?.focus())
  return (
    <SettingsRow
      title="Açık oturumlar"
      about="Tanımadığınız bir oturumu kapatıp parolanızı değiştirin."
      titleRef={title}
    >
      {end.isError && (
        <div className="mb-4">
          <CallError
            message={errorMessage(end.error, messages.sessionEndFailed, messages.sessionEndFailed)}
            error={end.error}
          />
        </div>
      )}
      {sessions.isPending && <Skeleton className="h-16" />}
      {sessions.isError && (
        <LoadError
          message={messages.sessionsLoadFailed}
          isPending={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul>
        {rows.slice(0, isAll ? undefined : FIRST_ROWS).map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isPending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.endOnce(session.id)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isAll}
          className="-ml-3 text-primary"
          onClick={() => setIsAll(!isAll)}
        >
          {isAll ? 'Daha az göster' : `${formatCount(rest)} oturum daha`}
        </Button>
      )}
      <RecentLogins />
    </SettingsRow>
  )
}

interface SessionLineProps {
  session: OpenSession
  isPending: boolean
  onEnd: () => void
}

function SessionLine({ session, isPending, onEnd }: SessionLineProps) {
  const device = session.device || 'Bilinmeyen cihaz'
  const kind = KINDS[session.kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-border py-2.5 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-w-0 items-start gap-3">
        <MonitorSmartphone aria-hidden className="mt-0.5 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {device}
            {session.current && <Badge variant="success">Bu oturum</Badge>}
            {kind !== null && <Badge variant="info">{kind}</Badge>}
          </p>
          <p className="text-sm text-muted-foreground">
            {`Son kullanım ${formatInstant(session.last_seen_at)} · Giriş ${formatInstant(session.created_at)}`}
          </p>
        </div>
      </div>
      {!session.current && (
        <Button variant="outline" size="sm" isPending={isPending} onClick={onEnd}>
          <LogOut aria-hidden />
          Oturumu kapat
        </Button>
      )}
    </li>
  )
}
