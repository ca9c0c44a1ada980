import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'

import { connection } from '#client/lib/connection.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { useStore } from '#client/lib/store.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { loginMessages } from '#shared/login-messages.ts'

/** The loading state of the whole panel; index.html shows the same before the script has loaded. */
export function PanelLoading() {
  return (
    <main>
      <h1 className="sr-only">Oto Servis Yönetim Paneli</h1>
      <PageLoading />
    </main>
  )
}

/** The loading state of a screen. */
export function PageLoading() {
  return (
    <output className="flex min-h-60 items-center justify-center text-muted-foreground">Yükleniyor...</output>
  )
}

interface LoadErrorProps {
  /** The catalogue's message, e.g. 'Kayıtlar alınamadı.'. */
  message: string
  onRetry: () => void
  /** Whether the message itself names the connection. */
  namesConnection?: boolean
  /** Whether the retry is running. */
  isPending?: boolean
}

/** The message of a list or card that could not be loaded, with a retry button. */
export function LoadError({ message, onRetry, namesConnection = false, isPending = false }: LoadErrorProps) {
  const isUp = useStore(connection, (now) => now === 'up')
  return (
    <Alert ref={rescueFocus} className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p>{message}</p>
          {!isUp && !namesConnection && (
            <p className="text-sm">Bağlantı yok; bağlantı gelince kendiliğinden yüklenir.</p>
          )}
        </div>
        <Button variant="outline" size="sm" isPending={isPending} onClick={onRetry}>
          Tekrar dene
        </Button>
      </div>
    </Alert>
  )
}

/** The router's error component: a screen that failed to load or to render. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="mx-auto w-full max-w-2xl p-4">
      <LoadError message={errorMessage(error, loginMessages.unexpected)} onRetry={retry} />
    </div>
  )
}
