import { type SubmitEvent, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { Field } from '#client/components/field.tsx'
import type { KayitValues } from '#client/features/kayit/form/values.ts'
import { changeField, type FormFields } from '#client/forms/use-field.ts'
import { AMOUNT_INPUT } from '#client/lib/input-props.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { isDiscount } from '#shared/kayit/discount.ts'
import { discountable, discountFrom, discountOf, discountRefusal } from '#shared/kayit/discount-rules.ts'
import { formatAmountInput, formatTL, type Kurus, netUnitPrice } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

import { withDiscount } from './discount.ts'

export interface DiscountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  form: FormFields<KayitValues>
  /** True if the user types prices with VAT. */
  kdvDahil: boolean
}

/** Asks for the record's discount, as an amount or a percentage. It is stored with the record. */
export default function DiscountDialog({ open, onOpenChange, ...props }: DiscountDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className="md:max-w-sm">
        <DialogHeader>
          <DialogTitle>İskonto</DialogTitle>
        </DialogHeader>
        <Entry {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type Typed = { unit: 'lira' | 'percent'; text: string }
type EntryProps = Omit<DiscountDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }

function Entry({ form: { store }, kdvDahil: isWithVat, onDone }: EntryProps) {
  const rows = useStore(store, ({ values }) => values.islemler)
  const [before] = useState(() => rows.filter(isDiscount))
  const present = discountOf(before)
  const sum = discountable(rows)
  const [kdvDahil, setKdvDahil] = useState(isWithVat)
  const [{ unit, text }, setTyped] = useState<Typed>(() => ({
    unit: 'lira',
    text: amountText(present, isWithVat),
  }))
  const [isRefused, setIsRefused] = useState(false)
  const typed = parseDecimal(text, 'form')
  // The shown net of the present discount means exactly that discount.
  const isPresent = present > 0 && unit === 'lira' && text === amountText(present, kdvDahil)
  const kurus = isPresent ? present : typed && discountFrom(typed, { unit, kdvDahil, sum: sum ?? 0 })
  const refusal = refusalOf({ text, unit, kurus, sum })
  const chooseVat = (withVat: boolean) => {
    if (isPresent) setTyped({ unit, text: amountText(present, withVat) })
    setKdvDahil(withVat)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the event to the record's form, although the dialog lies outside of it in the page.
    event.stopPropagation()
    setIsRefused(true)
    if (kurus === null || refusal !== null) return
    changeField(store, 'islemler', (all) => withDiscount(all, kurus))
    toast.undo(`İskonto yazıldı: ${formatTL(0 - kurus)}. Kaydedince geçerli olur.`, () =>
      changeField(store, 'islemler', (all) => [...all.filter((row) => !isDiscount(row)), ...before]),
    )
    onDone()
  }
  const error = isRefused ? (refusal ?? undefined) : undefined
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <NumberField
          label="Tutar (₺)"
          error={unit === 'lira' ? error : undefined}
          text={unit === 'lira' ? text : amountText(kurus ?? 0, kdvDahil)}
          onType={(typedText) => setTyped({ unit: 'lira', text: typedText })}
        />
        <NumberField
          label="ya da yüzde (%)"
          error={unit === 'percent' ? error : undefined}
          text={unit === 'percent' ? text : ''}
          onType={(typedText) => setTyped({ unit: 'percent', text: typedText })}
        />
      </div>
      <Checkbox label="KDV dahil" checked={kdvDahil} onChange={(event) => chooseVat(event.target.checked)} />
      <Sums sum={sum} kurus={refusal === null ? (kurus ?? 0) : 0} />
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Vazgeç
        </Button>
        <Button type="submit">Tamam</Button>
      </DialogFooter>
    </form>
  )
}

interface NumberFieldProps {
  label: string
  error: string | undefined
  text: string
  onType: (text: string) => void
}

const NumberField = ({ label, error, text, onType }: NumberFieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <Input
        {...control}
        {...AMOUNT_INPUT}
        autoComplete="off"
        className="text-right"
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onType(event.target.value)}
      />
    )}
  </Field>
)

/** Returns a discount as it is typed, '' for none. */
const amountText = (kurus: Kurus, kdvDahil: boolean) =>
  kurus === 0 ? '' : formatAmountInput(kdvDahil ? kurus : netUnitPrice(kurus))

function refusalOf({ text, unit, kurus, sum }: Typed & { kurus: Kurus | null; sum: Kurus | null }) {
  if (kurus !== null) return discountRefusal(kurus, sum)
  if (text.trim() === '') return 'İskonto tutarını ya da yüzdesini yazın.'
  return unit === 'percent' ? 'Yüzde 0 ile 100 arasında olmalı.' : 'Tutar okunamadı. Örnek: 150,00'
}

function Sums({ sum, kurus }: { sum: Kurus | null; kurus: Kurus }) {
  if (sum === null) return null
  return (
    <dl className="grid gap-1 border-t border-border pt-3 *:flex *:justify-between">
      <div>
        <dt>İşlemlerin toplamı</dt>
        <dd>
          <Amount kurus={sum} />
        </dd>
      </div>
      <div>
        <dt>İskonto</dt>
        <dd>
          <Amount kurus={0 - kurus} />
        </dd>
      </div>
      <div className="font-semibold">
        <dt>Yeni toplam</dt>
        <dd>
          <Amount kurus={sum - kurus} />
        </dd>
      </div>
    </dl>
  )
}
