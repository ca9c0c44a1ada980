import './styles.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { queryClient, trpc, trpcClient } from '#client/lib/api.ts'
import { watchSession } from '#client/lib/session.ts'
import { router } from '#client/router.tsx'

// Dialogs lock the page's scrolling with a style element, which the Content-Security-Policy lets in by nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

watchSession(() => void router.invalidate())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>,
)
