import { useId, useRef } from 'react'

import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#client/ui/table.tsx'
import { messages } from '#shared/messages.ts'

import type { Difference } from './merge.ts'

export interface ConflictNoticeProps {
  /** Whether the form shows the stored values and hides the typed ones. */
  isTheirsShown: boolean
  /** Whether the user continues typing and must keep the focus. */
  isQuiet: boolean
  differences: readonly Difference[]
  onShow: () => void
  onApply: () => void
  /** Discards the typed values; absent while they may not be discarded. */
  onDrop?: (() => void) | undefined
}

/** The notice of a conflict between two users. It shows both texts and changes nothing before the user chooses one. */
export default function ConflictNotice({
  isTheirsShown,
  isQuiet,
  differences,
  ...choices
}: ConflictNoticeProps) {
  const { onShow, onApply, onDrop } = choices
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusOnMount(box, !isQuiet)
  return (
    <Alert ref={box} tabIndex={-1} variant="warning" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {messages.kayitChanged}
      </p>
      <p>
        {isTheirsShown
          ? 'Güncel kayıt gösteriliyor. Yazdıklarınız aşağıda duruyor.'
          : 'Yazdıklarınız duruyor, hiçbir şeyin üzerine yazılmadı.'}
      </p>
      <Differences differences={differences} />
      <div className="mt-3 flex flex-wrap gap-2">
        {!isTheirsShown && (
          <Button variant="outline" size="sm" onClick={onShow}>
            Güncel kaydı göster
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={onApply}>
          Yazdıklarımı güncel kayda aktar
        </Button>
        {onDrop !== undefined && (
          <Button variant="ghost" size="sm" onClick={onDrop}>
            Yazdıklarımı bırak
          </Button>
        )}
      </div>
    </Alert>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null
  return (
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
  )
}

const CELL =
  'whitespace-pre-wrap wrap-anywhere max-md:block max-md:h-auto max-md:border-0 max-md:p-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)]'
