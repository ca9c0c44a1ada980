import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { cn } from '#client/lib/cn.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableHeader,
  TableRow,
} from '#client/ui/table.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { formatTL, type Totals } from '#shared/money.ts'

import type { IslemRow } from './items.ts'
import { ISLEM_COLUMNS, IslemTableRow, type IslemTableRowProps, UNPRICED_COLUMNS } from './item-row.tsx'

interface IslemTableProps {
  rows: IslemRow[]
  /** True after the first save attempt. */
  showProblems: boolean
  refusal?: IslemTableRowProps['refusal']
  onChange: (row: IslemRow) => void
  onDelete: (key: string) => void
  /** Totals of the record, `null` above its limit. Absent for a user who sees no prices. */
  totals?: Totals | null
  isPhone?: boolean
}

const HEADS = ['İşlem Adı', 'Adet', 'Fiyat (KDV hariç)', 'Fiyat (KDV dahil)', 'Toplam', 'Sil']
const UNPRICED_HEADS = ['İşlem Adı', 'Adet', 'Sil']

/** Number of rows that are rendered, laid out and skipped together. */
const CHUNK = 25

/**
 * Number of chunks drawn at once, enough for a window; the rest follows at low priority, so that typing comes first.
 */
const FIRST = 2

/** Shows the record's work items: a table on wide screens, cards on a phone (specification §2, §5). */
export function IslemTable({ rows, totals, onDelete, isPhone = false, ...rowProps }: IslemTableProps) {
  const [asked, setAsked] = useState<IslemRow | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const deleted = useRef<number | null>(null)
  const chunks = useMemo(() => chunksOf(rows), [rows])
  const isWhole = useDeferredValue(true, chunks.length <= FIRST)
  const hasPrices = totals !== undefined

  const confirm = () => {
    if (asked === null) return
    deleted.current = rows.findIndex(({ key }) => key === asked.key)
    onDelete(asked.key)
    setAsked(null)
  }
  const leaveDialog = (event: Event) => {
    if (deleted.current === null) return
    event.preventDefault()
    // On a phone the next row's button would open its sheet.
    if (isPhone) table.current?.focus()
    else focusNeighbour(table.current, deleted.current)
    deleted.current = null
  }
  return (
    <>
      <Table ref={table} className="block" tabIndex={-1}>
        <caption className="sr-only">İşlemler</caption>
        <TableHeader className="block bg-transparent max-md:hidden">
          <TableRow className={hasPrices ? ISLEM_COLUMNS : UNPRICED_COLUMNS}>
            {(hasPrices ? HEADS : UNPRICED_HEADS).map((label, column) => (
              <TableHead
                key={label}
                className={cn(
                  'h-9 content-center px-2.5 font-normal text-muted-foreground',
                  column > 0 && 'text-right',
                )}
              >
                {label === 'Sil' ? <span className="sr-only">{label}</span> : label}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        {rows.length === 0 && (
          <TableBody className="block">
            <TableRow className="block">
              <TableCell className="block py-4 text-center text-muted-foreground">Henüz işlem yok.</TableCell>
            </TableRow>
          </TableBody>
        )}
        {chunks.slice(0, isWhole ? undefined : FIRST).map((chunk, i) => (
          <IslemChunk
            key={i * CHUNK}
            rows={chunk}
            start={i * CHUNK}
            onDelete={setAsked}
            hasPrices={hasPrices}
            isPhone={isPhone}
            {...rowProps}
          />
        ))}
        {hasPrices && (
          // The bar at the bottom shows them; a table is read with its own.
          <TableFooter className="sr-only">
            <TableRow>
              <TableCell>
                <TotalsLine totals={totals} />
              </TableCell>
            </TableRow>
          </TableFooter>
        )}
      </Table>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        question="Bu işlemi silmek istediğine emin misin?"
        {...(asked !== null && asked.islem_adi !== '' && { children: asked.islem_adi })}
        onConfirm={confirm}
        onCloseAutoFocus={leaveDialog}
      />
    </>
  )
}

interface IslemChunkProps extends Omit<IslemTableRowProps, 'row' | 'index'> {
  rows: IslemRow[]
  /** Index of the first row in the whole list. */
  start: number
}

/** Only a full chunk has about this height: a smaller one would take it until its first frame, and then shrink. */
const SKIPPED =
  '[contain-intrinsic-height:auto_75rem] [content-visibility:auto] max-md:[contain-intrinsic-height:auto_90rem] max-md:focus-within:[content-visibility:visible]'

/** Shows a block of rows: the browser skips it while off-screen, and typing elsewhere does not render it. */
const IslemChunk = memo(
  ({ rows, start, ...props }: IslemChunkProps) => (
    <TableBody className={cn('block max-md:relative', rows.length === CHUNK && SKIPPED)}>
      {rows.map((row, i) => (
        <IslemTableRow key={row.key} row={row} index={start + i} {...props} />
      ))}
    </TableBody>
  ),
  (a, b) =>
    a.showProblems === b.showProblems &&
    a.refusal === b.refusal &&
    a.hasPrices === b.hasPrices &&
    a.isPhone === b.isPhone &&
    a.rows.length === b.rows.length &&
    isEachSame(a.rows, b.rows),
)

const isEachSame = (a: IslemRow[], b: IslemRow[]) => a.every((row, i) => row === b[i])

function chunksOf(rows: IslemRow[]): IslemRow[][] {
  const count = Math.ceil(rows.length / CHUNK)
  return Array.from({ length: count }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK))
}

/** Moves the focus to the next row's button, or to the add area, because the deleted row's button is gone. */
function focusNeighbour(table: HTMLTableElement | null, index: number): void {
  const next = table?.querySelectorAll<HTMLElement>('tbody td > button:first-child')[index]
  const add = table?.closest('form')?.querySelector<HTMLElement>('[name="yeni.islem_adi"]')
  const target = next ?? add
  target?.focus()
}

function TotalsLine({ totals }: { totals: Totals | null }) {
  const figures = [
    ['KDV hariç toplam', totals?.net_kurus],
    ['KDV', totals?.kdv_kurus],
    ['KDV dahil toplam', totals?.brut_kurus],
  ] as const
  return (
    <dl>
      {figures.map(([label, kurus]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{kurus === undefined ? EMPTY_DASH : formatTL(kurus)}</dd>
        </div>
      ))}
    </dl>
  )
}
