import { lazy, Suspense } from 'react'

import { exportJobs, exportAnnouncement } from '#client/lib/export-jobs.ts'
import { useStore } from '#client/lib/store.ts'

const ExportPanel = lazy(() => import('#client/components/export-panel.tsx'))

/** Runs the exports of `startExport`; its code is loaded with the first one. */
export function RunningExports() {
  const isWanted = useStore(exportJobs, (jobs) => jobs.length > 0)
  const news = useStore(exportAnnouncement, (text) => text)
  return (
    <>
      <output className="sr-only">{news}</output>
      <Suspense>{isWanted && <ExportPanel />}</Suspense>
    </>
  )
}
