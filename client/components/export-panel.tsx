import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { downloadExport, ExportError } from '#client/lib/export-download.ts'
import { closeExport, type ExportJob, exportJobs, startExport } from '#client/lib/exports.ts'
import { formatCount } from '#client/lib/format.ts'
import { logError } from '#client/lib/log.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { exportMessages } from '#shared/export/messages.ts'

/** The running, finished and failed exports, at the edge of the screen; work goes on meanwhile. */
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

type State =
  | { kind: 'running'; done: number; total: number | null }
  | { kind: 'saved'; name: string }
  | { kind: 'failed'; message: string }

const SHOWN_MS = 10_000

function Export({ job }: { job: ExportJob }) {
  const state = useDownload(job)
  const close = () => closeExport(job.id)
  const retry = () => {
    close()
    startExport(job)
  }
  useEffect(() => {
    if (state.kind !== 'saved') return undefined
    const timer = setTimeout(() => closeExport(job.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state.kind, job.id])
  return (
    <div className="rounded-lg border border-border bg-card p-3 text-sm shadow-lg">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-semibold wrap-anywhere">{job.title}</p>
        {state.kind !== 'running' && (
          <Button
            variant="ghost"
            size="icon"
            className="-m-2"
            aria-label={`Kapat: ${job.title}`}
            onClick={close}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {/* Not each step of the progress, only how it begins and ends, is read aloud. */}
      <output className="sr-only">{spoken(state)}</output>
      {state.kind === 'running' && (
        <>
          <Progress
            className="my-2"
            label={`${job.title} hazırlanıyor`}
            value={state.total === null || state.total === 0 ? 0 : (100 * state.done) / state.total}
          />
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted-foreground tabular-nums">
              {state.total === null
                ? 'Hazırlanıyor…'
                : `${formatCount(state.done)} / ${formatCount(state.total)} ${job.unit}`}
            </span>
            <Button variant="outline" size="sm" onClick={close}>
              Vazgeç
            </Button>
          </div>
        </>
      )}
      {state.kind === 'saved' && (
        <p className="mt-1 flex items-center gap-2 wrap-anywhere">
          <CircleCheck aria-hidden className="shrink-0 text-success" />
          {state.name} indirildi.
        </p>
      )}
      {state.kind === 'failed' && (
        <>
          <p className="my-1 flex items-start gap-2">
            <CircleAlert aria-hidden className="mt-0.5 shrink-0 text-destructive" />
            {state.message}
          </p>
          <Button variant="outline" size="sm" onClick={retry}>
            Tekrar dene
          </Button>
        </>
      )}
    </div>
  )
}

/** Downloads while it is shown: closing it stops the work, on the server too. */
function useDownload({ address }: ExportJob): State {
  const [state, setState] = useState<State>({ kind: 'running', done: 0, total: null })
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

function spoken(state: State): string {
  if (state.kind === 'saved') return `${state.name} indirildi.`
  return state.kind === 'failed' ? state.message : 'Dosya hazırlanıyor.'
}
