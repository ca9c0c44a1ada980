import { useState, type SubmitEvent } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { type LicenseStep, newEnd } from '#shared/admin/license-rules.ts'
import type { ShopRow } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { formatDay, isDay } from '#shared/date.ts'

import { nameOf } from './shop-columns.tsx'

export interface LicenseDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  shops: readonly ShopRow[]
  onDone: () => void
}

type Kind = 'year' | 'month' | 'to'

/** Changes the end of several licences at once and previews each new end; all change, or none. */
export default function LicenseDialog({ open, onOpenChange, shops, onDone }: LicenseDialogProps) {
  const [kind, setKind] = useState<Kind>('year')
  const [day, setDay] = useState('')
  const { admin } = trpc.useUtils()
  const changeLicenses = useConfirmedMutation(trpcClient.admin.changeLicenses.mutate, {
    onSuccess: ({ changed }) => {
      toast.success(`${formatCount(changed)} firmanın lisans süresi değiştirildi.`)
      onOpenChange(false)
      onDone()
    },
    onSettled: () => void admin.invalidate(),
  })
  const step: LicenseStep | null = kind !== 'to' ? { by: kind } : isDay(day) ? { to: day } : null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (step === null || changeLicenses.isPending) return
    changeLicenses.mutate({ shops: shops.map(({ id, version }) => ({ id, version })), step })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="md:max-w-lg">
        <DialogHeader>
          <DialogTitle>Lisans süresini uzat</DialogTitle>
          <DialogDescription>{`${formatCount(shops.length)} firmanın hepsi değişir ya da hiçbiri.`}</DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          {changeLicenses.isError && (
            <CallError
              message={errorMessage(
                changeLicenses.error,
                shopMessages.licensesFailed,
                shopMessages.licensesFailed,
              )}
              error={changeLicenses.error}
            />
          )}
          <Field label="Ne kadar">
            {(control) => (
              <Select {...control} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
                <option value="year">Her birinin bitişinden 1 yıl sonraya</option>
                <option value="month">Her birinin bitişinden 1 ay sonraya</option>
                <option value="to">Hepsi için aynı tarihe</option>
              </Select>
            )}
          </Field>
          {kind === 'to' && (
            <Field label="Yeni bitiş tarihi" required>
              {(control) => <DateInput {...control} value={day} onValueChange={setDay} />}
            </Field>
          )}
          <ul aria-label="Değişecek lisanslar" className="grid max-h-64 gap-1 overflow-y-auto text-sm">
            {shops.map((shop) => (
              <li key={shop.id} className="flex flex-wrap justify-between gap-x-3">
                <span className="wrap-anywhere">{nameOf(shop)}</span>
                <span className="tabular-nums">{newEndText(shop, step)}</span>
              </li>
            ))}
          </ul>
          <DialogFormFooter>
            <Button type="button" variant="outline" onClick={() => onOpenChange(false)}>
              Vazgeç
            </Button>
            <Button type="submit" isPending={changeLicenses.isPending} disabled={step === null}>
              Süreleri değiştir
            </Button>
          </DialogFormFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** Returns the end of a licence and the new one: '31.12.2026 → 31.12.2027'. */
function newEndText({ license_end_date: end }: ShopRow, step: LicenseStep | null): string {
  const next = step === null ? null : newEnd(end, step)
  if (step !== null && next === null) return 'Bitiş tarihi yok'
  return next === null ? formatDay(end) : `${formatDay(end)} → ${formatDay(next)}`
}
