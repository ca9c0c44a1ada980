import { type KeyboardEvent, memo, useId, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { FieldNote } from '#client/components/field-note.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { useStore } from '#client/lib/store.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { Input } from '#client/ui/input.tsx'
import { tableCell, TableRow } from '#client/ui/table.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { isDiscount } from '#shared/kayit/discount.ts'
import { formatTL, lineTotals, netUnitPrice } from '#shared/money.ts'

import { joinNotes, priceNote, quantityNote } from './new-line.ts'
import { approvals } from './approvals.ts'
import { QuantityInput } from './quantity-input.tsx'
import { hasNoPrice } from './unpriced.tsx'
import { type IslemRow, type RowField, type RowProblems, rowProblems, withPrice } from './items.ts'

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
  /** True in the window of a phone, where the fields open from two lines. */
  isPhone?: boolean
  onChange: (row: IslemRow) => void
  onDelete: (row: IslemRow) => void
}

interface RowRefusal {
  name?: string | undefined
  message: string
}

/** Columns of a wide screen. It is a grid, because a real table cannot skip the layout of off-screen rows. */
export const ISLEM_COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_4.5rem_8rem_8rem_minmax(7.5rem,auto)_2.75rem]'

/** Columns of a wide screen without those of prices. */
export const UNPRICED_COLUMNS = 'md:grid md:grid-cols-[minmax(0,1fr)_5rem_2.75rem]'

/**
 * A phone shows each item in two lines. Its fields stay in the page, out of sight, and become a sheet at the bottom of
 * the window while one of them has the focus.
 */
const SHEET =
  'max-md:not-focus-within:folded max-md:focus-within:fixed max-md:inset-x-0 max-md:focus-within:bottom-0 max-md:focus-within:z-50 max-md:grid max-md:grid-cols-6 max-md:items-end max-md:gap-3 max-md:rounded-t-xl max-md:bg-card max-md:p-4 max-md:pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:shadow-[0_0_0_100vmax_rgb(0_0_0/0.5)]'
const CELL = 'max-md:block max-md:border-0 max-md:p-0 md:px-0.5'
const LABELLED =
  'max-md:before:mb-1 max-md:before:block max-md:before:text-sm max-md:before:font-medium max-md:before:content-[attr(data-label)]'
/** On a wide screen the dark rule says that the cell can be typed into; the pointed-at or focused row shows boxes. */
const WRITABLE = `${CELL} ${LABELLED} md:border-input`
const CONTROL =
  'md:scroll-mb-16 md:min-h-9 md:border-transparent md:bg-transparent md:px-2 md:aria-invalid:border-destructive md:group-hover/item:border-input md:group-hover/item:bg-card md:group-focus-within/item:border-input md:group-focus-within/item:bg-card'

/** The classes are joined once, not for each of a thousand rows. */
const ROW_LOOK = 'group/item md:hover:bg-sunken md:focus-within:bg-sunken'
const ROW = cn(ROW_LOOK, ISLEM_COLUMNS, SHEET)
const UNPRICED_ROW = cn(ROW_LOOK, UNPRICED_COLUMNS, SHEET)
const CELLS = {
  name: tableCell(`${WRITABLE} max-md:col-span-6`),
  quantity: tableCell(`${WRITABLE} max-md:col-span-2`),
  net: tableCell(`${WRITABLE} max-md:col-span-2`),
  gross: tableCell(`${WRITABLE} max-md:col-span-2`),
  total: tableCell(
    `${CELL} max-md:col-span-6 max-md:flex max-md:items-baseline max-md:justify-between max-md:text-xl max-md:before:text-base max-md:before:content-[attr(data-label)] md:px-2 md:pt-2.5 md:text-right md:whitespace-nowrap`,
  ),
  remove: tableCell(
    `${CELL} max-md:col-span-6 max-md:flex max-md:justify-between max-md:gap-3 md:text-right [@media(hover:hover)]:md:*:opacity-0 md:group-hover/item:*:opacity-100 md:group-focus-within/item:*:opacity-100`,
  ),
}
const CONTROLS = {
  plain: CONTROL,
  net: cn(CONTROL, 'md:text-muted-foreground'),
  unpriced: cn(CONTROL, 'placeholder:text-warning-ink md:not-focus:bg-warning-soft'),
}
const REMOVE = cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'md:min-w-9 md:scroll-mb-16 md:px-2')
const DONE = cn(buttonVariants(), 'grow md:hidden')

/** Shows one work item; memoised, so that typing in one of a thousand rows renders one row. */
export const IslemTableRow = memo(function IslemTableRow(props: IslemTableRowProps) {
  const { row, index, showProblems, refusal, hasPrices = true, isPhone = false, onChange, onDelete } = props
  const id = useId()
  const [typed, setTyped] = useState({ islem_adet: '', fiyat_kurus: '' })
  const problems = showProblems ? { ...rowProblems(row), ...refusedField(refusal, index) } : {}
  const message = Object.values(problems).join(' ')
  const notes: Partial<Record<RowField, string>> = {
    islem_adet: quantityNote(typed.islem_adet, row.islem_adet),
    fiyat_kurus: priceNote(typed.fiyat_kurus, row.fiyat_kurus),
  }
  const control = (field: RowField | 'kdv_dahil', label: string, className = CONTROLS.plain) => {
    const column = field === 'kdv_dahil' ? 'fiyat_kurus' : field
    return {
      name: `islemler.${index}.${field}`,
      'aria-label': `${label}, ${index + 1}. satır`,
      className,
      enterKeyHint: 'next' as const,
      ...(notes[column] && { 'aria-describedby': `${id}-note` }),
      ...(problems[column] !== undefined && { 'aria-invalid': true, 'aria-describedby': id }),
    }
  }
  const changePrice = (changed: IslemRow, text: string) => {
    setTyped({ ...typed, fiyat_kurus: text })
    onChange(changed)
  }
  const isWithoutPrice = hasNoPrice(row)
  /** A discount has a fixed name and no quantity. */
  const isFixed = isDiscount(row)
  return (
    <>
      {isPhone && <ItemSummary row={row} hasPrices={hasPrices} message={message} />}
      <TableRow
        className={hasPrices ? ROW : UNPRICED_ROW}
        // A press on the sheet beside its fields keeps it open.
        {...(isPhone && { tabIndex: -1, onKeyDown: closeOnKey })}
      >
        <td {...CELLS.name} data-label="İşlem Adı">
          {isFixed ? (
            <span className="md:block md:px-2 md:py-1.5">{row.islem_adi}</span>
          ) : (
            <Input
              {...control('islem_adi', 'İşlem Adı')}
              autoComplete="off"
              value={row.islem_adi}
              onChange={(event) => onChange({ ...row, islem_adi: event.target.value })}
            />
          )}
          {message !== '' && (
            <p id={id} className="mt-1.5 text-sm font-medium text-destructive">
              {message}
            </p>
          )}
          <FieldNote id={`${id}-note`} className="mt-1.5 empty:mt-0">
            {joinNotes(...Object.values(notes))}
          </FieldNote>
        </td>
        {/* A discount has no quantity; its cell stays, because the columns are a grid. */}
        <td {...CELLS.quantity} {...(isFixed ? { hidden: isPhone } : { 'data-label': 'Adet' })}>
          {!isFixed && (
            <QuantityInput
              {...control('islem_adet', 'Adet')}
              value={row.islem_adet}
              onQuantityChange={(islem_adet, text) => {
                setTyped({ ...typed, islem_adet: text })
                onChange({ ...row, islem_adet })
              }}
            />
          )}
        </td>
        {hasPrices && (
          <>
            <td {...CELLS.net} data-label="KDV hariç">
              <MoneyInput
                {...control('fiyat_kurus', 'Fiyat (KDV hariç)', CONTROLS.net)}
                value={netUnitPrice(row.fiyat_kurus)}
                onAmountChange={(amount, text) => changePrice(withPrice(row, amount, false), text)}
              />
            </td>
            <td {...CELLS.gross} data-label="KDV dahil">
              <MoneyInput
                {...control(
                  'kdv_dahil',
                  'Fiyat (KDV dahil)',
                  isWithoutPrice ? CONTROLS.unpriced : CONTROLS.plain,
                )}
                {...(isWithoutPrice && { placeholder: 'fiyat yazın' })}
                value={isWithoutPrice ? null : row.fiyat_kurus}
                onAmountChange={(amount, text) => changePrice(withPrice(row, amount, true), text)}
              />
            </td>
            <td {...CELLS.total} data-label="Toplam">
              <LineTotal row={row} />
              {row.islem_adet > 1 && <span className="sr-only">{unitText(row)}</span>}
            </td>
          </>
        )}
        <td {...CELLS.remove}>
          {(hasPrices || !isFixed) && (
            <button type="button" data-slot="button" className={REMOVE} onClick={() => onDelete(row)}>
              {GLYPHS.trash}
              <span className="md:sr-only">Sil</span>
            </button>
          )}
          {isPhone && (
            <button type="button" data-slot="button" className={DONE} onClick={leaveSheet}>
              Tamam
            </button>
          )}
        </td>
      </TableRow>
    </>
  )
})

/** Shows an item on a phone: its name and total, then quantity and unit price. A press opens its fields. */
function ItemSummary({ row, hasPrices, message }: { row: IslemRow; hasPrices: boolean; message: string }) {
  const isWithoutPrice = hasPrices && hasNoPrice(row)
  return (
    <tr
      // The fields behind it say the same.
      aria-hidden
      data-warned={isWithoutPrice || undefined}
      className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-border py-1.5 data-warned:border-l-4 data-warned:border-l-warning data-warned:pl-3 md:hidden"
      onClick={(event) => focusLastField(event.currentTarget)}
    >
      <td className="min-w-0 wrap-anywhere">
        <span className="block">{row.islem_adi}</span>
        <span className="block text-sm text-muted-foreground">
          {!isDiscount(row) &&
            (hasPrices && !isWithoutPrice ? unitText(row) : `${formatCount(row.islem_adet)} adet`)}
        </span>
        {message !== '' && <span className="block text-sm font-medium text-destructive">{message}</span>}
      </td>
      {hasPrices && (
        <td>
          {isWithoutPrice ? (
            <span className="font-medium text-warning-ink">fiyat yok</span>
          ) : (
            <LineTotal row={row} />
          )}
        </td>
      )}
    </tr>
  )
}

/** Returns '2 × ₺1.250,00'. */
const unitText = ({ islem_adet, fiyat_kurus }: IslemRow) =>
  `${formatCount(islem_adet)} × ${formatTL(fiyat_kurus)}`

/** Shows the total of a line, with a tick if the customer approved the line as it is. */
function LineTotal({ row }: { row: IslemRow }) {
  const title = useStore(approvals, ({ titles }) => titles[row.key])
  const totals = hasNoPrice(row) ? null : lineTotals(row)
  if (totals === null) return <span>{EMPTY_DASH}</span>
  return (
    <span>
      {title && (
        <span title={title} className="mr-2 text-success-ink">
          ✓
        </span>
      )}
      <Amount kurus={totals.brut_kurus} className="font-semibold" />
    </span>
  )
}

/** Focuses the last field of the row after a summary: the price, or the quantity for a user who sees no prices. */
function focusLastField(summary: HTMLElement): void {
  const fields = summary.nextElementSibling?.querySelectorAll('input') ?? []
  // The page must not jump to where the hidden field stood.
  ;[...fields].at(-1)?.focus({ preventScroll: true })
}

const leaveSheet = () => (document.activeElement as HTMLElement | null)?.blur()

/** Closes a phone's sheet on Escape, and on Enter in its last field, which would lead into the next item's sheet. */
function closeOnKey(event: KeyboardEvent<HTMLElement>): void {
  const isLast = event.target === [...event.currentTarget.querySelectorAll('input')].at(-1)
  if (event.key !== 'Escape' && !(event.key === 'Enter' && isLast)) return
  event.preventDefault()
  leaveSheet()
}

function refusedField(refusal: RowRefusal | null | undefined, index: number): RowProblems {
  const [, at, field] = refusal?.name?.split('.') ?? []
  return refusal && Number(at) === index ? { [field as RowField]: refusal.message } : {}
}
