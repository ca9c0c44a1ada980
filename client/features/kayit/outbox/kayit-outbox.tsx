import { useLocation, useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { queueChanges } from '#client/forms/stored-drafts.ts'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { connection } from '#client/lib/connection.ts'
import { logError } from '#client/lib/log.ts'
import { sessionLoadedAt, useRight, useSessionUser } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'

import { type Outbox, readOutbox, sendable } from './queued-kayit.ts'
import type { QueuedListProps } from './queued-list.tsx'

/** If its code cannot be loaded, the logout asks nothing: an error here would take the whole screen away. */
const LogoutQuestion = lazy(() =>
  import('#client/components/logout-question.tsx').catch(() => ({ default: () => <></> })),
)
const QueuedList = lazyDialog<QueuedListProps>(() => import('./queued-list.tsx'))

const RETRY_MS = 30_000

/**
 * Shows a line below the header while the server cannot be reached, with the records and forms that wait. Sends them,
 * one after the other, when the connection is back.
 */
export function KayitOutbox() {
  const userId = useSessionUser().id
  const state = useStore(connection, (now) => now)
  const isFormShown = useLocation({ select: isNewForm })
  const [outbox, refresh] = useOutbox(userId, isFormShown)
  const waiting = state === 'up' ? sendable(outbox, userId).map(({ name }) => name) : []
  useSending(userId, waiting.join(), refresh)
  const isLost = state === 'lost'
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  const isWaiting = outbox.records.length + outbox.forms.length > 0
  const isShown = isLost || isWaiting
  return (
    <div
      data-print="hide"
      className={cn(isShown && 'border-b border-current/40 bg-warning-soft text-sm text-warning-ink')}
    >
      <div className={cn('mx-auto max-w-[120rem] px-4 md:px-6', isShown && 'py-2')}>
        <output className="flex items-start gap-2">
          {isLost && (
            <>
              <CloudOff aria-hidden className="size-5 shrink-0" />
              Bağlantı yok. Yeni kayıt, kabul ve teslim bağlantı gelince gönderilir.
            </>
          )}
          {!isLost && wasLost && <span className="sr-only">Bağlantı yeniden kuruldu.</span>}
        </output>
        <QueuedList open={isWaiting} onOpenChange={refresh} {...{ outbox, userId, isFormShown }} />
      </div>
      {isWaiting && (
        <Suspense>
          <LogoutQuestion isNeeded question="Gönderilmeyi bekleyen kayıtlar var." />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the outbox and a function that reads it again; a change in a form or another tab also does. */
function useOutbox(userId: number, isFormShown: boolean): [Outbox, () => void] {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useStore(queueChanges, (count) => count)
  useEffect(() => {
    window.addEventListener('storage', refresh)
    return () => window.removeEventListener('storage', refresh)
  }, [])
  return [readOutbox(userId, isFormShown), refresh]
}

/** Returns whether the address is the screen of a new record, which may offer a queued one. */
const isNewForm = ({ pathname }: { pathname: string }) => pathname.endsWith('/book/0')

/** Sends the drafts with these names at once, and retries every 30 seconds until none is left. */
function useSending(userId: number, names: string, onEnd: () => void): void {
  const router = useRouter()
  const hasPrices = useRight('prices')
  const { mutateAsync: save } = trpc.kayit.save.useMutation()
  const isSending = useRef(false)
  /** Session that the server has refused: a retry with it would open the login again. */
  const refused = useRef<number>(undefined)
  const send = useEffectEvent(async () => {
    const session = sessionLoadedAt()
    if (isSending.current || (refused.current !== undefined && refused.current === session)) return
    isSending.current = true
    try {
      const { sendAll } = await import('./send-queued.ts')
      // Read again before each: the user may correct one while another is being sent.
      const read = () => sendable(readOutbox(userId, isNewForm(router.state.location)), userId)
      const isStopped = await sendAll(read, { save, hasPrices, userId })
      if (isStopped && connection.get() === 'up') refused.current = session
    } catch (error) {
      // The code could not be loaded; the next attempt may succeed.
      logError('Bekleyen kayıtlar gönderilemedi.', error)
    } finally {
      isSending.current = false
      onEnd()
    }
  })
  useEffect(() => {
    if (names === '') return undefined
    void send()
    const timer = window.setInterval(() => void send(), RETRY_MS)
    return () => window.clearInterval(timer)
  }, [names])
}
