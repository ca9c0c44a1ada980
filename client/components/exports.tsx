import { lazy, Suspense } from 'react'

import { exportJobs } from '#client/lib/exports.ts'
import { useStore } from '#client/lib/store.ts'

const ExportPanel = lazy(() => import('#client/components/export-panel.tsx'))

/** Carries out what `startExport` asks for; its code is loaded with the first export. */
export function Exports() {
  const isWanted = useStore(exportJobs, (jobs) => jobs.length > 0)
  return <Suspense>{isWanted && <ExportPanel />}</Suspense>
}
