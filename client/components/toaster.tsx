import { lazy, Suspense, useSyncExternalStore } from 'react'

import { toasterRequest } from '#client/lib/toast.ts'

const Sonner = lazy(() => import('#client/ui/sonner.tsx'))

/** Renders the messages of `#client/lib/toast.ts`; its code is loaded with the first one. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasterRequest.subscribe, toasterRequest.get)
  return <Suspense>{wanted && <Sonner />}</Suspense>
}
