import { lazy, Suspense, useSyncExternalStore } from 'react'

import { toasterWanted } from '#client/lib/toast.ts'

const Sonner = lazy(() => import('#client/ui/sonner.tsx'))

/** Where `#client/lib/toast.ts` speaks; its code is loaded with the first message. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get)
  return <Suspense>{wanted && <Sonner />}</Suspense>
}
