import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { EntryForm } from '#client/components/payments/entry-form.tsx'
import type { KayitValues, StoredKayit } from '#client/features/kayit/form/values.ts'
import type { Form } from '#client/forms/use-form.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { formatTL, type Kurus } from '#shared/money.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'
import type { RecordPayments } from '#shared/payment/schema.ts'

import { TILL_PANEL } from './till-panel.ts'
import { usePay } from './use-pay.ts'
import { useIsPaid, useRestDiscount } from './use-rest-discount.ts'

interface PaymentDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kayitId: number
  money: RecordPayments
  kind: PaymentKind
  /** The record's form, without unsaved changes, which stores the rest as a discount. */
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
  const today = useToday()
  const isRefund = kind === 'refund'
  const open = rest_kurus ?? total - paid
  // An advance leaves most of the total open.
  const canDiscount = !isRefund && money.is_due
  const [amount, setAmount] = useState<Kurus | null>(() => (!isRefund && open > 0 ? open : null))
  const { save: pay, failure, isPending: isPaying } = usePay(kayitId, { kind, onDone })
  const isCurrent = useIsPaid(kayitId, paid)
  const kurus = amount !== null && amount > 0 && canDiscount ? open - amount : 0
  const rest = useRestDiscount({ form, kurus, isCurrent })
  return (
    <EntryForm
      amount={amount}
      onAmountChange={setAmount}
      asksStart={asksStart}
      remark={remarkOf({ isRefund, open, money, amount })}
      failure={failure}
      isPending={isPaying || rest.isStoring}
      onSave={(entry) => {
        const take = () => void pay({ kayit_id: kayitId, paid_kurus: paid, kind, ...entry })
        // A day that the server refuses must not leave a discount without its payment.
        if (entry.day > today) take()
        // The record shows why it was not stored; nothing is paid then.
        else void rest.store(take, onDone)
      }}
    >
      {(pressKey) => (
        <>
          <After
            {...{ isRefund, open, paid }}
            amount={amount ?? 0}
            discount={rest.isChosen ? rest.kurus : 0}
          />
          {rest.kurus > 0 && (
            <div className="-my-1 flex items-center justify-between border-t border-border pt-2">
              <Checkbox
                label="Kalanı iskonto yap"
                checked={rest.isChosen}
                onChange={(event) => rest.choose(event.target.checked)}
                onKeyDown={pressKey}
              />
              {rest.isChosen && <Amount kurus={rest.kurus} className="font-semibold" />}
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
