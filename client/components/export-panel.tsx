import { useEffect, useState } from 'react'

import { ExportCard, type ExportState } from '#client/components/export-card.tsx'
import { downloadExport, ExportError } from '#client/lib/export-download.ts'
import {
  closeExport,
  type ExportJob,
  exportJobs,
  exportAnnouncement,
  startExport,
} from '#client/lib/export-jobs.ts'
import { logError } from '#client/lib/log.ts'
import { useStore } from '#client/lib/store.ts'
import { exportMessages } from '#shared/export/messages.ts'

/** The running, finished and failed exports, at the edge of the screen, while the user continues to work. */
export default function ExportPanel() {
  const jobs = useStore(exportJobs, (all) => all)
  if (jobs.length === 0) return null
  return (
    <section
      aria-label="Dışa aktarmalar"
      data-print="hide"
      className="fixed bottom-[calc(var(--bottom-bar)+var(--action-bar)+0.75rem)] left-3 z-40 grid w-[min(24rem,calc(100vw-1.5rem))] gap-2 md:left-6"
    >
      {jobs.map((job) => (
        <Export key={job.id} job={job} />
      ))}
    </section>
  )
}

const SHOWN_MS = 10_000

function Export({ job }: { job: ExportJob }) {
  const state = useDownload(job)
  const close = () => closeExport(job.id)
  const news = spoken(job, state)
  useEffect(() => {
    exportAnnouncement.set(news)
    return () => {
      if (exportAnnouncement.get() === news) exportAnnouncement.set('')
    }
  }, [news])
  const retry = () => {
    close()
    startExport(job)
  }
  useEffect(() => {
    if (state.kind !== 'saved') return undefined
    const timer = setTimeout(() => closeExport(job.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state.kind, job.id])
  return <ExportCard {...job} state={state} onClose={close} onRetry={retry} />
}

/** Downloads the file while the card is shown: closing the card stops the work, on the server too. */
function useDownload({ address }: ExportJob): ExportState {
  const [state, setState] = useState<ExportState>({ kind: 'running', done: 0, total: null })
  useEffect(() => {
    const stop = new AbortController()
    downloadExport(address, stop.signal, (progress) => setState({ kind: 'running', ...progress })).then(
      (name) => setState({ kind: 'saved', name }),
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => stop.abort()
  }, [address])
  return state
}

function messageOf(error: unknown): string {
  if (error instanceof ExportError) return error.message
  logError('Dosya kaydedilemedi.', error)
  return exportMessages.failed
}

/** Returns the announcement of an export: its beginning and its end, not each step of its progress. */
function spoken({ title }: ExportJob, state: ExportState): string {
  if (state.kind === 'saved') return `${state.name} indirildi.`
  return state.kind === 'failed' ? state.message : `${title} hazırlanıyor.`
}
