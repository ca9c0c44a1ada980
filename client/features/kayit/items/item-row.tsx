import { memo, useId, useState } from 'react'

import { FieldNote } from '#client/components/field-note.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { Input } from '#client/ui/input.tsx'
import { tableCell, TableRow } from '#client/ui/table.tsx'
import { formatTL, lineTotals, netUnitPrice } from '#shared/money.ts'

import { joinNotes, priceNote, quantityNote } from './new-line.ts'
import { QuantityInput } from './quantity-input.tsx'
import { hasNoPrice } from './unpriced.tsx'
import { type IslemRow, type RowField, type RowProblems, rowProblems, withNetPrice } from './items.ts'

export interface IslemTableRowProps {
  row: IslemRow
  /** Index of the row, from 0. */
  index: number
  /** True after the first save attempt. */
  showProblems: boolean
  /** Reason why the server refused one of the rows, named 'islemler.3.islem_adi'; `null` for none. */
  refusal?: RowRefusal | null | undefined
  /** True if the user sees prices. */
  hasPrices?: boolean
  onChange: (row: IslemRow) => void
  onDelete: (row: IslemRow) => void
}

interface RowRefusal {
  name?: string | undefined
  message: string
}

/** Columns of a wide screen. It is a grid, because a real table cannot skip the layout of off-screen rows. */
export const ISLEM_COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_5rem_9rem_9rem_3.5rem] lg:grid-cols-[minmax(0,1fr)_7rem_11rem_11rem_3.5rem] xl:grid-cols-[minmax(0,1fr)_5rem_9rem_9rem_3.5rem]'

/** Columns of a wide screen without the two of prices. */
export const UNPRICED_COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_5rem_3.5rem] lg:grid-cols-[minmax(0,1fr)_7rem_3.5rem]'

const CELL = 'max-md:block max-md:border-0 max-md:p-0 md:border-b-0 md:px-2'
const CARD =
  'max-md:grid max-md:grid-cols-6 max-md:items-end max-md:gap-3 max-md:rounded-lg max-md:border max-md:border-border max-md:p-3'
const LABELLED =
  'max-md:before:mb-1 max-md:before:block max-md:before:text-sm max-md:before:font-medium max-md:before:content-[attr(data-label)]'
/** On a wide screen the underline is the field's edge, instead of a box. */
const CONTROL = 'md:min-h-9 md:rounded-none md:border-0 md:border-b md:bg-transparent md:px-2'

/** The classes are joined once, not for each of a thousand rows. */
const ROW = cn(ISLEM_COLUMNS, CARD)
const UNPRICED_ROW = cn(UNPRICED_COLUMNS, CARD)
const CELLS = {
  name: tableCell(`${CELL} ${LABELLED} max-md:col-span-6`),
  quantity: tableCell(`${CELL} ${LABELLED} max-md:col-span-2`),
  price: tableCell(`${CELL} ${LABELLED} max-md:col-span-4`),
  gross: tableCell(`${CELL} max-md:col-span-4 max-md:self-center md:pt-2.5 md:text-right`),
  remove: tableCell(`${CELL} max-md:col-span-2 max-md:justify-self-end md:text-right`),
  removeUnpriced: tableCell(`${CELL} max-md:col-span-4 max-md:justify-self-end md:text-right`),
}
const REMOVE = cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'md:min-w-9 md:px-2')

/** Shows one work item; memoised, so that typing in one of a thousand rows renders one row. */
export const IslemTableRow = memo(function IslemTableRow(props: IslemTableRowProps) {
  const { row, index, showProblems, refusal, hasPrices = true, onChange, onDelete } = props
  const id = useId()
  const [typed, setTyped] = useState({ islem_adet: '', fiyat_kurus: '' })
  const problems = showProblems ? { ...rowProblems(row), ...refusedField(refusal, index) } : {}
  const messages = Object.values(problems)
  const notes: Partial<Record<RowField, string>> = {
    islem_adet: quantityNote(typed.islem_adet, row.islem_adet),
    fiyat_kurus: priceNote(typed.fiyat_kurus, row.fiyat_kurus),
  }
  const control = (field: RowField, label: string) => ({
    name: `islemler.${index}.${field}`,
    'aria-label': `${label}, ${index + 1}. satır`,
    className: CONTROL,
    enterKeyHint: 'next' as const,
    ...(notes[field] && { 'aria-describedby': `${id}-note` }),
    ...(problems[field] !== undefined && { 'aria-invalid': true, 'aria-describedby': id }),
  })
  return (
    <TableRow className={hasPrices ? ROW : UNPRICED_ROW}>
      <td {...CELLS.name} data-label="İşlem Adı">
        <Input
          {...control('islem_adi', 'İşlem Adı')}
          autoComplete="off"
          value={row.islem_adi}
          onChange={(event) => onChange({ ...row, islem_adi: event.target.value })}
        />
        {messages.length > 0 && (
          <p id={id} className="mt-1.5 text-sm font-medium text-destructive">
            {messages.join(' ')}
          </p>
        )}
        <FieldNote id={`${id}-note`} className="mt-1.5 empty:mt-0">
          {joinNotes(...Object.values(notes))}
        </FieldNote>
      </td>
      <td {...CELLS.quantity} data-label="Adet">
        <QuantityInput
          {...control('islem_adet', 'Adet')}
          value={row.islem_adet}
          onQuantityChange={(islem_adet, text) => {
            setTyped({ ...typed, islem_adet: text })
            onChange({ ...row, islem_adet })
          }}
        />
      </td>
      {hasPrices && (
        <>
          <td {...CELLS.price} data-label="Fiyat (KDV hariç)">
            <MoneyInput
              {...control('fiyat_kurus', 'Fiyat (KDV hariç)')}
              value={netUnitPrice(row.fiyat_kurus)}
              onAmountChange={(amount, text) => {
                setTyped({ ...typed, fiyat_kurus: text })
                onChange(withNetPrice(row, amount))
              }}
            />
          </td>
          <td {...CELLS.gross}>
            <Gross row={row} />
          </td>
        </>
      )}
      <td {...(hasPrices ? CELLS.remove : CELLS.removeUnpriced)}>
        <button type="button" data-slot="button" className={REMOVE} onClick={() => onDelete(row)}>
          {GLYPHS.trash}
          <span className="md:sr-only">Sil</span>
        </button>
      </td>
    </TableRow>
  )
})

function refusedField(refusal: RowRefusal | null | undefined, index: number): RowProblems {
  const [, at, field] = refusal?.name?.split('.') ?? []
  return refusal && Number(at) === index ? { [field as RowField]: refusal.message } : {}
}

function Gross({ row }: { row: IslemRow }) {
  const total = row.islem_adet === 1 ? null : lineTotals(row)
  return (
    <>
      <span className="text-sm text-muted-foreground md:hidden">KDV dahil: </span>
      <span>{formatTL(row.fiyat_kurus)}</span>
      {hasNoPrice(row) ? (
        <span className="block text-sm font-medium text-warning">Fiyat girilmedi</span>
      ) : (
        total !== null && (
          <span className="block text-sm text-muted-foreground">Toplam {formatTL(total.brut_kurus)}</span>
        )
      )}
    </>
  )
}
