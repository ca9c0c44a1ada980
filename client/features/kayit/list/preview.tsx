import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react'

import { Plate } from '#client/components/plate.tsx'
import { isDialogOpen } from '#client/lib/shortcuts.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import type { Day } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { recordName } from './context.ts'
import { focusRow } from './use-list-keys.ts'
import { PreviewContent } from './preview-content.tsx'
import { statusWord } from './status-cell.tsx'

interface PreviewProps {
  row: KayitListItem
  /** Handlers for the previous and the next row of the page; `undefined` at its ends. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** Closes the preview and returns the focus to its row. */
  onClose: () => void
}

/** Shows a record beside the list from 1280 px on, below that in a sheet. */
export default function Preview(props: PreviewProps) {
  const isWide = useMedia('(width >= 80rem)')
  return isWide ? <PreviewPanel {...props} /> : <PreviewSheet {...props} />
}

function PreviewPanel({ row, onClose, ...steps }: PreviewProps) {
  const close = useEffectEvent(onClose)
  const today = useToday()
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      // Menus and dialogs close themselves first.
      const isTaken = isDialogOpen() || document.querySelector(':popover-open') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isTaken) close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <aside
      aria-label={`Önizleme: ${recordName(row)}`}
      data-print="hide"
      className="sticky top-[calc(var(--header-height)+1rem)] max-h-[calc(100dvh-var(--header-height)-var(--action-bar)-2rem)] overflow-y-auto rounded-lg border border-border bg-card p-4 short:static"
    >
      {/* The focus stays in the list, so that the arrow keys keep moving. */}
      <output className="sr-only">{announcementOf(row, today)}</output>
      <div className="mb-3 flex items-start gap-1">
        <h2 className="mr-auto min-w-0">
          <Title row={row} />
        </h2>
        <Steps {...steps} />
        <Button variant="ghost" size="icon" aria-label="Önizlemeyi kapat" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <PreviewContent row={row} />
    </aside>
  )
}

function PreviewSheet({ row, onClose, ...steps }: PreviewProps) {
  const step = (event: KeyboardEvent) => {
    const move = { ArrowUp: steps.previous, ArrowDown: steps.next }[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        aria-describedby={undefined}
        onKeyDown={step}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          focusRow(row.kayit_id)
        }}
      >
        <DialogHeader className="flex items-start">
          <DialogTitle className="mr-auto min-w-0">
            <span className="sr-only">Önizleme: </span>
            <Title row={row} />
          </DialogTitle>
          <Steps {...steps} />
        </DialogHeader>
        <PreviewContent row={row} />
      </DialogContent>
    </Dialog>
  )
}

const announcementOf = (row: KayitListItem, today: Day): ReactNode =>
  `Önizleme: ${joinIsolated(', ', [row.plaka, row.musteri_adi_soyadi, statusWord(row, today), totalOf(row)])}`

/** Returns the amount, '' for a user who sees no prices. */
const totalOf = ({ toplam_kurus }: KayitListItem) =>
  toplam_kurus === undefined ? '' : formatTL(toplam_kurus)

function Title({ row }: { row: KayitListItem }) {
  return (
    <>
      {row.plaka !== '' && <Plate text={row.plaka} />}{' '}
      <span className="mt-1 block text-lg font-semibold wrap-anywhere">{row.musteri_adi_soyadi}</span>
    </>
  )
}

/** Shows buttons for the previous and the next row; at either end they keep their position. */
function Steps({ previous, next }: Pick<PreviewProps, 'previous' | 'next'>) {
  const steps = [
    { label: 'Önceki kayıt', Icon: ChevronUp, go: previous },
    { label: 'Sonraki kayıt', Icon: ChevronDown, go: next },
  ]
  return steps.map(({ label, Icon, go }) => (
    <Button
      key={label}
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={go === undefined || undefined}
      className="aria-disabled:opacity-55"
      onClick={() => go?.()}
    >
      <Icon aria-hidden />
    </Button>
  ))
}
