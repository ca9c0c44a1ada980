import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { EntryForm } from '#client/components/payments/entry-form.tsx'
import type { KayitValues, StoredKayit } from '#client/features/kayit/form/values.ts'
import type { Form } from '#client/forms/use-form.ts'
import { useRight } from '#client/lib/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { formatTL, type Kurus } from '#shared/money.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'
import type { RecordPayments } from '#shared/payment/schema.ts'

import { TILL_PANEL } from './till-panel.ts'
import { usePay } from './use-pay.ts'

interface PaymentDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kayitId: number
  money: RecordPayments
  kind: PaymentKind
  /** The record's form, without unsaved changes. */
  form: Form<KayitValues, StoredKayit>
}

const titleOf = ({ kind, money: { is_due, start } }: Pick<PaymentDialogProps, 'kind' | 'money'>) => {
  if (kind === 'refund') return 'İade et'
  return is_due || start === null ? 'Tahsilat al' : 'Kapora al'
}

/** Takes money for a record or gives it back: the amount is filled in, and the button of a method saves. */
export default function PaymentDialog({ open, onOpenChange, ...props }: PaymentDialogProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const focusFirst = (event: Event) => {
    // On a touch screen a focused amount would raise the keyboard over the buttons.
    if (!matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    title.current?.focus()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className={TILL_PANEL} onOpenAutoFocus={focusFirst}>
        <DialogHeader>
          <DialogTitle ref={title} tabIndex={-1} className="outline-none">
            {titleOf(props)}
          </DialogTitle>
        </DialogHeader>
        <Entry {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type EntryProps = Omit<PaymentDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }

function Entry({ kayitId, money, kind, form, onDone }: EntryProps) {
  const { paid_kurus: paid, rest_kurus, toplam_kurus: total } = money
  const isOwner = useRight('settings')
  // A repetition after a lost response must be the same call, although the first one has set the start.
  const [asksStart] = useState(isOwner && money.start === null)
  const isRefund = kind === 'refund'
  const open = rest_kurus ?? total - paid
  // An advance leaves most of the total open.
  const canDiscount = !isRefund && money.is_due
  const [amount, setAmount] = useState<Kurus | null>(() => (!isRefund && open > 0 ? open : null))
  const [isSettling, setSettling] = useState(false)
  const { save, failure, isPending } = usePay(kayitId, { kind, onDone })
  const rest = amount !== null && amount > 0 && canDiscount ? Math.max(0, open - amount) : 0
  const discount = isSettling ? rest : 0
  return (
    <EntryForm
      amount={amount}
      onAmountChange={setAmount}
      asksStart={asksStart}
      remark={remarkOf({ isRefund, open, money, amount })}
      failure={failure}
      isPending={isPending}
      onSave={(entry) => {
        const version = form.store.get().version ?? 0
        const settlement = discount > 0 ? { discount_kurus: discount, version } : undefined
        void save({ paid_kurus: paid, ...entry, settlement })
      }}
    >
      {(pressKey) => (
        <>
          <After {...{ isRefund, open, paid, discount }} amount={amount ?? 0} />
          {rest > 0 && (
            <div className="-my-1 flex items-center justify-between border-t border-border pt-2">
              <Checkbox
                label="Kalanı iskonto yap"
                checked={isSettling}
                onChange={(event) => setSettling(event.target.checked)}
                onKeyDown={pressKey}
              />
              {isSettling && <Amount kurus={rest} className="font-semibold" />}
            </div>
          )}
        </>
      )}
    </EntryForm>
  )
}

type Shown = { isRefund: boolean; open: Kurus; money: RecordPayments; amount: Kurus | null }

function remarkOf({ isRefund, open, money, amount }: Shown): string {
  if (isRefund) return `alınan ${formatTL(money.paid_kurus)}`
  if (open <= 0) return ''
  if (!money.is_due) return `tahmini ${formatTL(open)}`
  return amount === open ? 'kalanın tamamı' : `kalan ${formatTL(open)}`
}

/** Shows the rest after the typed amount. More than the rest gets a warning and is not forbidden. */
function After({
  isRefund,
  open,
  paid,
  amount,
  discount,
}: Omit<Shown, 'money' | 'amount'> & { paid: Kurus; amount: Kurus; discount: Kurus }) {
  const left = open - amount - discount

  if (!isRefund && amount > open && amount > 0)
    return (
      <output className="flex gap-2 border-t border-border pt-3 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-ink" />
        {`Kalandan ${formatTL(amount - Math.max(open, 0))} fazla. Para üstü verdiyseniz tutarı düzeltin; vermediyseniz fazla ödenen olarak görünür.`}
      </output>
    )
  return (
    <output className="flex items-center justify-between border-t border-border pt-3">
      {isRefund ? 'Sonra ödenen' : 'Sonra kalan'}
      <Amount
        kurus={isRefund ? paid - amount : left}
        className={!isRefund && left > 0 ? 'font-semibold text-warning-ink' : 'font-semibold'}
      />
    </output>
  )
}
