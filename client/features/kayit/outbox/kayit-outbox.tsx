import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useReducer, useRef, useState } from 'react'

import { isOpenHere, setDraftToOffer, queueChanges } from '#client/forms/stored-drafts.ts'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { connection } from '#client/lib/connection.ts'
import { logError } from '#client/lib/log.ts'
import { sessionLoadedAt, useRight, useSessionUser } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import { joinIsolated } from '#shared/bidi.ts'

import { readQueuedKayit, type QueuedKayit } from './queued-kayit.ts'

/** If its code cannot be loaded, the logout asks nothing: an error here would take the whole screen away. */
const LogoutQuestion = lazy(() =>
  import('#client/components/logout-question.tsx').catch(() => ({ default: () => <></> })),
)

const RETRY_MS = 30_000
const NONE: readonly QueuedKayit[] = []

/**
 * Shows a line below the header while the server cannot be reached, with the queued new records. Sends them,
 * one after the other, when the connection is back.
 */
export function KayitOutbox() {
  const userId = useSessionUser().id
  const hasPrices = useRight('prices')
  const state = useStore(connection, (now) => now)
  const isFormShown = useLocation({ select: isNewForm })
  const [all, refresh] = useQueuedKayit(userId, isFormShown)
  useSending({ userId, hasPrices, queued: state === 'up' ? all : NONE, onEnd: refresh })
  const isLost = state === 'lost'
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  // An open form shows itself that it is queued.
  const queued = all.filter(({ name }) => !isOpenHere(name))
  const isShown = isLost || queued.length > 0
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
              Bağlantı yok. Yeni kayıtlar bağlantı gelince gönderilir.
            </>
          )}
          {!isLost && wasLost && <span className="sr-only">Bağlantı yeniden kuruldu.</span>}
        </output>
        {queued.length > 0 && <QueuedList queued={queued} isFormShown={isFormShown} />}
      </div>
      {queued.length > 0 && (
        <Suspense>
          <LogoutQuestion isNeeded question="Gönderilmeyi bekleyen kayıtlar var." />
        </Suspense>
      )}
    </div>
  )
}

function QueuedList({ queued, isFormShown }: { queued: QueuedKayit[]; isFormShown: boolean }) {
  const id = useId()
  const navigate = useNavigate()
  const edit = ({ name }: QueuedKayit) => {
    setDraftToOffer(name)
    void navigate({ to: '/book/$id', params: { id: '0' } })
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Gönderilmeyi bekleyen kayıtlar:</h2>
      <ul className="flex flex-wrap items-center gap-x-4">
        {queued.map((draft) => (
          <li key={draft.name} className="flex items-center gap-1">
            <strong className="font-semibold wrap-anywhere">{nameOf(draft)}</strong>
            {/* A form that is open already would not notice the change. */}
            {!isFormShown && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Düzenle: ${nameOf(draft)}`}
                onClick={() => edit(draft)}
              >
                Düzenle
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ values: { plaka, sasi_no, musteri_adi_soyadi } }: QueuedKayit): string =>
  joinIsolated(', ', [plaka.trim() || sasi_no.trim(), musteri_adi_soyadi.trim()])

/** Returns the queued records and a function that reads them again; a change in a form or another tab also does. */
function useQueuedKayit(userId: number, isFormShown: boolean): [QueuedKayit[], () => void] {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useStore(queueChanges, (count) => count)
  useEffect(() => {
    window.addEventListener('storage', refresh)
    return () => window.removeEventListener('storage', refresh)
  }, [])
  return [readQueuedKayit(userId, isFormShown), refresh]
}

/** Returns whether the address is the screen of a new record, which may offer a queued one. */
const isNewForm = ({ pathname }: { pathname: string }) => pathname.endsWith('/book/0')

interface Sending {
  userId: number
  hasPrices: boolean
  queued: readonly QueuedKayit[]
  onEnd: () => void
}

/** Sends the queued records at once, and retries every 30 seconds until none is left. */
function useSending({ userId, hasPrices, queued, onEnd }: Sending): void {
  const router = useRouter()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.kayit.save.useMutation()
  const isSending = useRef(false)
  /** Session that the server has refused: a retry with it would open the login again. */
  const refused = useRef<number>(undefined)
  const send = useEffectEvent(async () => {
    const session = sessionLoadedAt()
    if (isSending.current || (refused.current !== undefined && refused.current === session)) return
    isSending.current = true
    try {
      const { sendQueued } = await import('./send-queued.ts')
      const tried = new Set<string>()
      // Read again before each: the user may correct one while another is being sent.
      const next = () =>
        readQueuedKayit(userId, isNewForm(router.state.location)).find(({ name }) => !tried.has(name))
      for (let draft = next(); draft !== undefined; draft = next()) {
        tried.add(draft.name)
        const sent = await sendQueued(draft, { save: mutateAsync, hasPrices })
        if (sent === 'stop') {
          if (connection.get() === 'up') refused.current = session
          break
        }
        if (sent !== 'stored') continue
        void utils.kayit.list.invalidate()
        void utils.kayit.counts.invalidate()
        void utils.stats.invalidate()
      }
    } catch (error) {
      // The code could not be loaded; the next attempt may succeed.
      logError('Bekleyen kayıtlar gönderilemedi.', error)
    } finally {
      isSending.current = false
      onEnd()
    }
  })
  const names = queued.map(({ name }) => name).join()
  useEffect(() => {
    if (names === '') return undefined
    void send()
    const timer = window.setInterval(() => void send(), RETRY_MS)
    return () => window.clearInterval(timer)
  }, [names])
}
