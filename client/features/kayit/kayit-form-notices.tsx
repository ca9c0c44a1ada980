import { useId, useRef } from 'react'

import { formatInstant } from '#client/lib/format.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#client/ui/table.tsx'
import { messages } from '#shared/messages.ts'

import type { Conflict } from './kayit-form-conflict.ts'
import type { KayitDraft } from './kayit-form-draft.ts'

export interface DraftNoticeProps {
  draft: KayitDraft
  onRestore: () => void
  onDrop: () => void
}

/** What was typed and never saved is offered back. */
export function DraftNotice({ draft, onRestore, onDrop }: DraftNoticeProps) {
  const { plaka, musteri_adi_soyadi } = draft.values.info
  const about = [plaka, musteri_adi_soyadi].filter((text) => text.trim() !== '').join(', ')
  return (
    <Alert variant="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">Taslak var</strong> ({formatInstant(draft.savedAt)})
          {about !== '' && `: ${about}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onRestore}>
            Taslağı geri yükle
          </Button>
          <Button variant="ghost" size="sm" onClick={onDrop}>
            Taslağı sil
          </Button>
        </div>
      </div>
    </Alert>
  )
}

/** Two people on one record: both texts side by side, and nothing happens before one is chosen. */
export function ConflictNotice({ conflict, isQuiet }: { conflict: Conflict; isQuiet: boolean }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusOnMount(box, !isQuiet)
  const { isShown, differences, show, apply, drop } = conflict
  return (
    <Alert ref={box} tabIndex={-1} variant="warning" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {messages.kayitChanged}
      </p>
      <p>
        {isShown
          ? 'Güncel kayıt gösteriliyor. Yazdıklarınız aşağıda duruyor.'
          : 'Yazdıklarınız duruyor, hiçbir şeyin üzerine yazılmadı.'}
      </p>
      {differences.length > 0 && (
        <Table className="my-3 rounded-md border border-border bg-card text-foreground max-md:block">
          <caption className="sr-only">Güncel kayıt ile yazdıklarınızın farkları</caption>
          <TableHeader className="max-md:hidden">
            <TableRow>
              <TableHead>Alan</TableHead>
              <TableHead>Güncel kayıt</TableHead>
              <TableHead>Sizin yazdığınız</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody className="max-md:grid">
            {differences.map(({ label, theirs, mine }) => (
              <TableRow key={`${label} ${theirs} ${mine}`} className="max-md:grid max-md:p-3">
                <TableHead scope="row" className={CELL}>
                  {label}
                </TableHead>
                <TableCell className={CELL} data-label="Güncel kayıt: ">
                  {theirs}
                </TableCell>
                <TableCell className={CELL} data-label="Sizin yazdığınız: ">
                  {mine}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isShown && (
          <Button variant="outline" size="sm" onClick={show}>
            Güncel kaydı göster
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={apply}>
          Yazdıklarımı güncel kayda aktar
        </Button>
        {isShown && (
          <Button variant="ghost" size="sm" onClick={drop}>
            Yazdıklarımı bırak
          </Button>
        )}
      </div>
    </Alert>
  )
}

const CELL =
  'whitespace-pre-wrap wrap-anywhere max-md:block max-md:h-auto max-md:border-0 max-md:p-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)]'
