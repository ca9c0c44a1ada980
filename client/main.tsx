import './styles.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

import { queryClient } from '#client/lib/api.ts'
import { doubtConnection, onReconnected, watchConnection } from '#client/lib/connection.ts'
import { dropOldDrafts } from '#client/lib/drafts.ts'
import { replaceControlCharacters } from '#client/lib/replace-control-characters.ts'
import { registerServiceWorker } from '#client/lib/service-worker.ts'
import { isSessionAssumed, reloadSessionUser, replaceAssumedUser, watchSession } from '#client/lib/session.ts'
import { router } from '#client/router.tsx'

// Dialogs lock page scrolling with a style element, which the Content-Security-Policy allows by nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

replaceControlCharacters()
dropOldDrafts(Date.now())
watchSession(() => void router.invalidate())
watchConnection(reloadSessionUser)
const readAgain = () => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  void router.invalidate()
}
onReconnected((wasLost) => {
  if (isSessionAssumed()) void replaceAssumedUser().then(readAgain, doubtConnection)
  // If the connection was not lost, only one call failed, and its screen offers to repeat it.
  else if (wasLost) readAgain()
})
registerServiceWorker()

/** The time in ms that the first drawing waits for the screen's data. */
const PATIENCE_MS = 300

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void draw(createRoot(root))

/** Waits for the requested data, because placeholders and then rows are twice the work on a slow phone. */
async function waitForData(): Promise<void> {
  const all = queryClient.getQueryCache().getAll()
  const reads = all.map(({ promise }) => promise).filter((promise) => promise !== undefined)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([late, Promise.allSettled(reads)])
}

/**
 * Draws the page after the session and the screen's data are requested: drawing first delays the call by 0.3 s on a
 * phone. Until then the page shows its own HTML.
 */
async function draw(page: Root): Promise<void> {
  // The router shows a failure itself, once it is drawn.
  await router.load().catch(() => {})
  await waitForData()
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
