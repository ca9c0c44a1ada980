import { CircleAlert, CircleCheck, X } from 'lucide-react'

import { formatCount } from '#client/lib/format.ts'
import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { Progress } from '#client/ui/progress.tsx'

/** The state of an export; `total` is `null` until the server has counted. */
export type ExportState =
  | { kind: 'running'; done: number; total: number | null }
  | { kind: 'saved'; name: string }
  | { kind: 'failed'; message: string }

interface ExportCardProps {
  /** 'Kayıtlar (XLSX)' */
  title: string
  /** The unit of the progress: 'kayıt'. */
  unit: string
  state: ExportState
  /** Closes the card, and cancels a running export. */
  onClose: () => void
  onRetry: () => void
}

/** An export: its progress, the name of its file, or the reason of its failure. */
export function ExportCard({ title, unit, state, onClose, onRetry }: ExportCardProps) {
  return (
    <div ref={rescueFocus} className="rounded-lg border border-border bg-card p-3 text-sm shadow-lg">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-semibold wrap-anywhere">{title}</p>
        {state.kind !== 'running' && (
          <Button
            variant="ghost"
            size="icon"
            className="-m-2"
            aria-label={`Kapat: ${title}`}
            onClick={onClose}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {state.kind === 'running' && (
        <>
          <Progress
            className="my-2"
            label={`${title} hazırlanıyor`}
            value={state.total === null || state.total === 0 ? 0 : (100 * state.done) / state.total}
          />
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted-foreground tabular-nums">
              {state.total === null
                ? 'Hazırlanıyor…'
                : `${formatCount(state.done)} / ${formatCount(state.total)} ${unit}`}
            </span>
            <Button variant="outline" size="sm" onClick={onClose}>
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
          <Button variant="outline" size="sm" onClick={onRetry}>
            Tekrar dene
          </Button>
        </>
      )}
    </div>
  )
}
