import { LogOut, MonitorSmartphone } from 'lucide-react'
import { lazy, Suspense, useId, useRef } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { messages } from '#shared/messages.ts'
import type { OpenSession } from '#shared/settings/schema.ts'

const RecentLogins = lazy(() => import('./recent-logins.tsx'))

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

/** Lists the open sessions of this account, with a button to end each except the current one, which has 'Çıkış'. */
export function SessionsCard() {
  const id = useId()
  const sessions = trpc.settings.sessions.useQuery()
  const end = useEndSession(() => document.getElementById(id)?.focus())
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id} tabIndex={-1}>
          Açık oturumlar
        </CardTitle>
        <CardDescription>Tanımadığınız bir oturumu kapatıp parolanızı değiştirin.</CardDescription>
      </CardHeader>
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
      <ul className="grid gap-3">
        {sessions.data?.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isPending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.endOnce(session.id)}
          />
        ))}
      </ul>
      <Suspense>
        <RecentLogins />
      </Suspense>
    </Card>
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
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3">
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
