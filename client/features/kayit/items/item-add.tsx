import { Plus } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { FieldNote } from '#client/components/field-note.tsx'
import { describedBy, Field } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { isPlainEnter } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { BASE_PATH } from '#shared/base.ts'
import { isolated } from '#shared/bidi.ts'
import type { ItemPackage, Suggestion } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL, type Kurus, toKurus } from '#shared/money.ts'
import { isBlank } from '#shared/text.ts'

import { ItemName } from './item-name.tsx'
import { toGrossPrice } from './items.ts'
import {
  EMPTY_LINE,
  isEmptyLine,
  isNameless,
  joinNotes,
  type NewLine,
  priceNote,
  quantityNote,
  typedPrice,
} from './new-line.ts'
import { QuantityInput } from './quantity-input.tsx'
import { lineFromSuggestion, priceText } from './suggestion-text.ts'

interface IslemAddProps {
  line: NewLine
  onLineChange: Dispatch<NewLine>
  /** True if the user sees prices; otherwise a line has a name and a quantity. */
  hasPrices?: boolean
  kdvDahil: boolean
  onKdvDahilChange: (kdvDahil: boolean) => void
  onAdd: (line: NewLine) => void
  /** True after a refused save: a price without a name is marked. */
  showProblems?: boolean
  /** True on a stored record, where a phone shows only the name until the line is begun. */
  isFolded?: boolean
  /** Number of the next item in the record, from 1. */
  rowNumber: number
  /** Reason why no more items can be added. */
  refusal?: string | undefined
  /** Suggested items for the typed name. */
  suggestions?: readonly Suggestion[]
  /** The shop's ready packages; one whose name matches is added whole. */
  packages?: readonly ItemPackage[]
  onPackage?: (chosen: ItemPackage) => void
}

const NONE: readonly never[] = []

/** The line stands above the bar of totals, however many items there are. */
const BOX =
  'group/add relative py-2 md:sticky md:bottom-[calc(var(--bottom-bar)+var(--action-bar))] md:z-10 md:-mb-2 md:bg-card short:static'
const PRICED = 'grid-cols-[1fr_2fr] md:grid-cols-[minmax(0,1fr)_4.5rem_8rem_auto_auto]'
const UNPRICED = 'grid-cols-[1fr_auto] md:grid-cols-[minmax(0,1fr)_5rem_auto]'
/** On a phone only the name is shown until a folded line is begun. */
const LATER = 'max-md:group-[:not(:focus-within,[data-open])]/add:folded'

/**
 * Shows the add area of work items: Enter moves from the name to the price, and there adds the line and starts the next
 * one; Escape empties the line. A suggestion fills the line and leads to its last field, the price, or the quantity for
 * a user who sees no prices.
 */
export function IslemAdd({
  line,
  onLineChange,
  onAdd,
  showProblems = false,
  rowNumber,
  refusal,
  suggestions = NONE,
  packages = NONE,
  onPackage = () => {},
  hasPrices = true,
  isFolded = false,
  ...kdv
}: IslemAddProps) {
  const { kdvDahil, onKdvDahilChange } = kdv
  const [isRefused, setIsRefused] = useState(false)
  const id = useId()
  const [addedMessage, setAddedMessage] = useState({ text: '', isRemark: false })
  const [typedQuantity, setTypedQuantity] = useState('')
  const [previousLine, setPreviousLine] = useState(line)
  const [lineKey, setLineKey] = useState(0)
  const [choiceCount, setChoiceCount] = useState(0)
  /** Suggested price with VAT, until the user types one. */
  const [suggestedPrice, setSuggestedPrice] = useState<Kurus | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const lastField = useRef<HTMLInputElement>(null)
  const isWithoutName = isNameless(line) ? isRefused || showProblems : isRefused && isBlank(line.islem_adi)
  const error = isWithoutName ? messages.itemNameRequired : refusal

  // The line was emptied here or by a save. A new key mounts the price field again, which would keep the typed text.
  if (previousLine !== line) {
    setPreviousLine(line)
    if (line === EMPTY_LINE) {
      setLineKey(lineKey + 1)
      setTypedQuantity('')
    }
  }
  useEffect(() => {
    if (lineKey > 0 && document.activeElement === document.body) nameField.current?.focus()
  }, [lineKey])

  useEffect(() => {
    if (choiceCount > 0) lastField.current?.select()
  }, [choiceCount])

  // The added row has moved the focused field down, below the bar at the bottom.
  useEffect(() => {
    if (rowNumber > 1 && document.activeElement === nameField.current)
      nameField.current?.scrollIntoView({ block: 'nearest' })
  }, [rowNumber])

  const price = typedPrice(line.fiyat)
  const grossPrice = toGrossPrice(price, kdvDahil)
  const noteOf = {
    islem_adet: quantityNote(typedQuantity, line.islem_adet),
    fiyat: priceNote(line.fiyat, grossPrice),
  }
  const note = joinNotes(...Object.values(noteOf))
  // The notes on the added line stay visible until the next line is started.
  const isRemark = note !== '' || (addedMessage.isRemark && isEmptyLine(line))
  const clear = () => {
    onLineChange(EMPTY_LINE)
    setIsRefused(false)
    nameField.current?.focus()
  }
  const choose = (suggestion: Suggestion) => {
    onLineChange(lineFromSuggestion(suggestion, kdvDahil))
    setSuggestedPrice(suggestion.price_kurus ?? null)
    setTypedQuantity('')
    setChoiceCount(choiceCount + 1)
    // Focus at once: a phone opens its keyboard only within the tap.
    lastField.current?.focus()
  }
  const chooseVat = (withVat: boolean) => {
    // A suggested price stays the same amount; a typed one changes its meaning with the box.
    if (suggestedPrice !== null && line.fiyat === priceText(suggestedPrice, kdvDahil))
      onLineChange({ ...line, fiyat: priceText(suggestedPrice, withVat) })
    onKdvDahilChange(withVat)
  }
  const add = () => {
    setIsRefused(true)
    if (isBlank(line.islem_adi) || refusal !== undefined) return nameField.current?.focus()
    onAdd(line)
    const message = `${rowNumber}. satır eklendi: ${isolated(line.islem_adi.trim())}`
    setAddedMessage(
      note === '' ? { text: message, isRemark: false } : { text: `${message}. ${note}`, isRemark: true },
    )
    clear()
  }
  const handleKey = (event: KeyboardEvent) => {
    const { target, nativeEvent } = event
    if (event.key === 'Escape' && !isEmptyLine(line)) clear()
    if (!isPlainEnter(nativeEvent) || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    const isBefore = target === nameField.current ? !isBlank(line.islem_adi) : target !== lastField.current
    if (isBefore) lastField.current?.focus()
    else add()
  }
  return (
    <fieldset data-open={!isFolded || !isEmptyLine(line) || undefined} className={BOX}>
      <legend className="sr-only">İşlem ekle</legend>
      <div className={cn('grid items-start gap-3 md:gap-2', hasPrices ? PRICED : UNPRICED)}>
        <Field label={HIDDEN.name} className="gap-0 max-md:col-span-full" error={error}>
          {(control) => (
            <ItemName
              {...control}
              ref={nameField}
              name="yeni.islem_adi"
              placeholder="İşlem ya da paket ekleyin"
              onKeyDown={handleKey}
              enterKeyHint="next"
              value={line.islem_adi}
              onValueChange={(islem_adi) => onLineChange({ ...line, islem_adi })}
              suggestions={suggestions}
              onChoose={choose}
              packages={packages}
              onPackage={(chosen) => {
                onPackage(chosen)
                clear()
              }}
              kdvDahil={kdvDahil}
            />
          )}
        </Field>
        <Field label={HIDDEN.quantity} className={cn(LATER, 'md:gap-0')}>
          {(control) => (
            <QuantityInput
              {...control}
              {...(!hasPrices && { ref: lastField })}
              name="yeni.islem_adet"
              onKeyDown={handleKey}
              enterKeyHint={hasPrices ? 'next' : 'done'}
              value={line.islem_adet}
              {...(noteOf.islem_adet !== '' && { 'aria-describedby': describedBy(control, id) })}
              onQuantityChange={(islem_adet, text) => {
                setTypedQuantity(text)
                onLineChange({ ...line, islem_adet })
              }}
            />
          )}
        </Field>
        {hasPrices && (
          <>
            <Field
              label={HIDDEN.price}
              className={cn(LATER, 'md:gap-0')}
              hint={price === null || kdvDahil ? undefined : `KDV dahil: ${formatTL(grossPrice)}`}
            >
              {(control) => (
                <MoneyInput
                  {...control}
                  key={lineKey}
                  ref={lastField}
                  name="yeni.fiyat"
                  placeholder="Fiyat"
                  onKeyDown={handleKey}
                  enterKeyHint="done"
                  value={price === null ? null : (toKurus(price) ?? Number.MAX_SAFE_INTEGER)}
                  {...(noteOf.fiyat !== '' && { 'aria-describedby': describedBy(control, id) })}
                  onAmountChange={(_amount, fiyat) => {
                    setSuggestedPrice(null)
                    onLineChange({ ...line, fiyat })
                  }}
                />
              )}
            </Field>
            <Checkbox
              label="KDV dahil"
              className={cn(LATER, 'md:min-h-10 md:gap-2')}
              checked={kdvDahil}
              onChange={(event) => chooseVat(event.target.checked)}
            />
          </>
        )}
        <Button variant="outline" className={cn(LATER, !hasPrices && 'max-md:self-end')} onClick={add}>
          <Plus aria-hidden />
          Ekle
        </Button>
        <FieldNote id={id} className={isRemark ? 'col-span-full max-md:order-1' : 'sr-only'}>
          {note === '' ? addedMessage.text : note}
        </FieldNote>
      </div>
    </fieldset>
  )
}

/** The columns above name the fields on a wide screen. */
const HIDDEN = {
  name: <span className="sr-only">İşlem Adı</span>,
  quantity: <span className="md:sr-only">Adet</span>,
  price: <span className="md:sr-only">Fiyat</span>,
}

const COOKIE = 'islem_kdv'
const DAYS = 365

/**
 * Returns whether new prices are typed with VAT. A shop that has decided begins every record with its choice; otherwise
 * this browser remembers the last one, and the default is without VAT.
 */
export function useKdvDahil(ofShop: boolean | null): [boolean, (kdvDahil: boolean) => void] {
  const [kdvDahil, setKdvDahil] = useState(() => ofShop ?? readCookie(COOKIE) === '1')
  const choose = (chosen: boolean) => {
    if (ofShop === null) writeCookie(COOKIE, chosen ? '1' : '0', { days: DAYS, path: BASE_PATH })
    setKdvDahil(chosen)
  }
  return [kdvDahil, choose]
}
