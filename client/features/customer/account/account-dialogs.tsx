import { useRef, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { Field } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { CANCEL_QUESTION, CancelForm } from '#client/components/payments/cancel-form.tsx'
import { EntryForm } from '#client/components/payments/entry-form.tsx'
import { useEntry } from '#client/components/payments/use-entry.ts'
import { useRight } from '#client/lib/session.ts'
import { useRefreshMoney } from '#client/lib/use-refresh-money.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL, type Kurus, toKurus } from '#shared/money.ts'
import type { PaymentKind } from '#shared/payment/rules.ts'

import type { Account, EntryLine } from './use-account.ts'

export interface AccountDialogsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  account: Account
}

/** Shows the asked dialog: an entry on account, its cancellation or record, or the opening balance. */
export default function AccountDialogs({ open, onOpenChange, account }: AccountDialogsProps) {
  // The dialog fades out with its content.
  const [shown, setShown] = useState(account.asked)
  if (account.asked !== null && account.asked !== shown) setShown(account.asked)
  const title = useRef<HTMLHeadingElement>(null)
  const part = { account, onDone: () => onOpenChange(false) }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        className="md:max-w-98 md:p-4"
        onOpenAutoFocus={(event) => {
          // On a touch screen a focused amount would raise the keyboard over the buttons.
          if (!matchMedia('(pointer: coarse)').matches) return
          event.preventDefault()
          title.current?.focus()
        }}
      >
        <DialogHeader>
          <DialogTitle ref={title} tabIndex={-1} className="outline-none">
            {titleOf(shown)}
          </DialogTitle>
        </DialogHeader>
        {(shown === 'payment' || shown === 'refund') && <Take kind={shown} {...part} />}
        {shown === 'opening' && <Opening {...part} />}
        {shown !== null && typeof shown === 'object' && 'cancel' in shown && (
          <Cancel line={shown.cancel} {...part} />
        )}
        {shown !== null && typeof shown === 'object' && 'assign' in shown && (
          <Assign line={shown.assign} {...part} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function titleOf(asked: Account['asked']): string {
  if (asked === 'refund') return 'İade et'
  if (asked === 'opening') return 'Devreden bakiye'
  if (asked !== null && typeof asked === 'object')
    return 'cancel' in asked ? CANCEL_QUESTION : 'Hangi kayda sayılsın?'
  return 'Tahsilat al'
}

interface PartProps {
  account: Account
  onDone: () => void
}

function Take({ kind, account: { customerId, data }, onDone }: PartProps & { kind: PaymentKind }) {
  const refresh = useRefreshMoney()
  const { mutateAsync } = trpc.payment.takeOnAccount.useMutation()
  const isOwner = useRight('settings')
  const [asksStart] = useState(isOwner && data.start === null)
  const isRefund = kind === 'refund'
  const balance = data.balance_kurus
  const { save, failure, isPending } = useEntry<Omit<Parameters<typeof mutateAsync>[0], 'key'>>(
    `musteri-${customerId}-${kind}`,
    {
      store: mutateAsync,
      onDone: () => {
        refresh()
        toast.success(isRefund ? 'İade kaydedildi.' : 'Tahsilat kaydedildi.')
        onDone()
      },
    },
  )
  const owed = isRefund ? 0 - balance : balance
  const [amount, setAmount] = useState(owed > 0 ? owed : null)
  const sum = amount ?? 0
  return (
    <EntryForm
      amount={amount}
      onAmountChange={setAmount}
      asksStart={asksStart}
      remark={owed <= 0 ? '' : amount === owed ? 'bakiyenin tamamı' : `bakiye ${formatTL(owed)}`}
      failure={failure}
      isPending={isPending}
      onSave={(entry) => void save({ customer_id: customerId, kind, ...entry })}
    >
      {() => <After balance={isRefund ? balance + sum : balance - sum} />}
    </EntryForm>
  )
}

function After({ balance }: { balance: Kurus }) {
  return (
    <output className="flex items-center justify-between border-t border-border pt-3">
      {balance < 0 ? 'Sonra alacağı' : 'Sonra borcu'}
      <Amount kurus={Math.abs(balance)} className="font-semibold" />
    </output>
  )
}

function Opening({ account: { customerId, data }, onDone }: PartProps) {
  const refresh = useRefreshMoney()
  const [amount, setAmount] = useState<Kurus | null>(
    data.opening_kurus === 0 ? null : Math.abs(data.opening_kurus),
  )
  const [isOwed, setOwed] = useState(data.opening_kurus >= 0)
  const { mutateAsync } = trpc.payment.saveOpening.useMutation()
  const { save, failure, isPending } = useEntry<{ opening_kurus: Kurus }>(`devreden-${customerId}`, {
    store: ({ opening_kurus }) => mutateAsync({ customer_id: customerId, opening_kurus }),
    onDone: () => {
      refresh()
      toast.success('Devreden bakiye kaydedildi.')
      onDone()
    },
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save({ opening_kurus: isOwed ? (amount ?? 0) : 0 - (amount ?? 0) })
      }}
    >
      <DialogDescription>
        {data.start === null
          ? 'Hesap bugün başlar; müşterinin bugüne kadarki borcunu yazın.'
          : `Hesap ${formatDay(data.start)} günü başladı; müşterinin o güne kadarki borcunu yazın.`}
      </DialogDescription>
      <Field label="Tutar" error={failure}>
        {(control) => (
          <MoneyInput
            {...control}
            value={amount}
            onAmountChange={(typed) => setAmount(typed === null ? null : toKurus(typed))}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">Kim borçlu?</legend>
        {[true, false].map((owed) => (
          <Button
            key={String(owed)}
            variant={owed === isOwed ? 'default' : 'outline'}
            aria-pressed={owed === isOwed}
            onClick={() => setOwed(owed)}
          >
            {owed ? 'Müşteri borçlu' : 'Biz borçluyuz'}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onDone}>
          Vazgeç
        </Button>
        <Button type="submit" isPending={isPending}>
          Kaydet
        </Button>
      </div>
    </form>
  )
}

function Cancel({ line, onDone }: PartProps & { line: EntryLine }) {
  const { day, debit_kurus, credit_kurus, entry } = line
  const refresh = useRefreshMoney()
  const { mutateAsync } = trpc.payment.reverse.useMutation()
  const { save, failure, isPending } = useEntry<{ id: number; note: string }>(`iptal-${entry.id}`, {
    store: mutateAsync,
    onDone: () => {
      refresh()
      toast.success('Tahsilat iptal edildi.')
      onDone()
    },
  })
  return (
    <CancelForm
      entry={{ day, method: entry.method, amount_kurus: debit_kurus + credit_kurus }}
      failure={failure}
      isPending={isPending}
      onCancel={(note) => void save({ id: entry.id, note })}
      onClose={onDone}
    />
  )
}

function Assign({ line: { entry }, account: { data }, onDone }: PartProps & { line: EntryLine }) {
  const refresh = useRefreshMoney()
  const { mutateAsync } = trpc.payment.assign.useMutation()
  const { save, failure, isPending } = useEntry<{ id: number; kayit_id: number }>(`say-${entry.id}`, {
    store: ({ id, kayit_id }) => mutateAsync({ id, kayit_id }),
    onDone: () => {
      refresh()
      toast.success('Tahsilat kayda sayıldı.')
      onDone()
    },
  })
  return (
    <>
      {failure !== undefined && <p className="text-danger-ink">{failure}</p>}
      <ul className="grid gap-2">
        {data.open_records
          .filter(({ due }) => due !== null)
          .map(({ kayit_id, due, plate, toplam_kurus, paid_kurus }) => (
            <li key={kayit_id}>
              <Button
                variant="outline"
                className="w-full justify-between"
                isPending={isPending}
                onClick={() => void save({ id: entry.id, kayit_id })}
              >
                {joinIsolated(' · ', [formatDay(due), plate])}
                <Amount kurus={toplam_kurus - paid_kurus} />
              </Button>
            </li>
          ))}
      </ul>
    </>
  )
}
