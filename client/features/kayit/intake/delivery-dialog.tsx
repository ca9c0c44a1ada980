import { Amount } from '#client/components/amount.tsx'
import { findUnpriced, useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import { AreaField, TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { useRight } from '#client/lib/session.ts'
import { offerNextService } from '#client/lib/next-service-offer.ts'
import { toast } from '#client/lib/toast.ts'
import { MAX_PARTS } from '#shared/intake/rules.ts'
import type { Delivery } from '#shared/intake/schema.ts'
import { hasIncome, isCompleted } from '#shared/kayit/rules.ts'

import {
  DELIVERY_RULES,
  deliveryInputOf,
  deliveryProblems,
  type DeliveryValues,
  newDelivery,
  NO_WARRANTY,
  snapshotOf,
} from './delivery-values.ts'
import { formAddress } from './form-address.ts'
import { HandoverDialog, type HandoverProps, type LoadedHandover } from './handover-dialog.tsx'
import { OwnWarranties } from './own-warranties.tsx'
import { QuickValues } from './quick-values.tsx'
import { seenOf } from './seen.ts'
import { Signing } from './signing.tsx'
import { ignoreEnter, useWaitingForm, waitsForRecord } from './use-waiting-form.ts'

const FAILED = 'Teslim kaydedilemedi.'
const PARTS = ['Müşteriye verildi', 'Müşteri istemedi', 'Parça değişmedi'].map((value) => ({
  value,
  label: value,
}))

const MONTHS = [
  { value: '3', label: '3 ay' },
  { value: '6', label: '6 ay' },
  { value: '12', label: '1 yıl' },
  { value: '24', label: '2 yıl' },
]

/** Gives the car of a record back: kilometres, replaced parts, who takes it, signature. */
export default function DeliveryDialog(props: HandoverProps) {
  const { id, onOpenChange, onStored } = props
  return (
    <HandoverDialog {...props} kind="delivery" title="Teslim" className="md:max-w-xl">
      {(loaded) => (
        <DeliveryForm {...loaded} id={id} onStored={onStored} onClose={() => onOpenChange(false)} />
      )}
    </HandoverDialog>
  )
}

interface DeliveryFormProps extends Pick<HandoverProps, 'id' | 'onStored'>, LoadedHandover {
  onClose: () => void
}

function DeliveryForm({ handover, draftName, id, onStored, onClose, ...start }: DeliveryFormProps) {
  const { record, items } = start
  const { intake, delivery } = handover
  const hasPrices = useRight('prices')
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.intake.deliver.useMutation()
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const status = { durum: String(record.durum ?? '') }
  const isOpen = hasIncome(status) && !(isCompleted(status) && (record.cikis_tarihi ?? '') !== '')
  const form = useForm<DeliveryValues, Delivery>({
    rules: DELIVERY_RULES,
    stored: delivery === null ? newDelivery({ intake, ...start }) : snapshotOf(delivery, start),
    validate: deliveryProblems,
    draft: { name: draftName, mode: 'restore', defaults: { ...NO_WARRANTY, seen: '' } },
    canQueue: true,
    save: async (values, keyAndVersion) => {
      if (id === 0) throw waitsForRecord()
      return mutateAsync(deliveryInputOf(values, { kayit_id: id, ...keyAndVersion }))
    },
    snapshotOf: (stored) => snapshotOf(stored, start),
    reload: async () => {
      const now = await api.intake.get.fetch({ kayit_id: id }, { staleTime: 0 })
      if (now.delivery === null) throw new Error('the delivery is gone')
      return now.delivery
    },
    onStored: (stored, { isDirty }) => {
      const ends = isOpen && stored.signed_at !== null
      void utils.intake.invalidate()
      void utils.change.invalidate()
      const link = { label: 'Formu yazdır', href: formAddress('delivery', id) }
      toast.success(
        ends ? 'Teslim kaydedildi, kayıt tamamlandı.' : 'Teslim kaydedildi.',
        hasPrices ? link : undefined,
      )
      onStored()
      if (ends) void offerNextService(id, true)
      if (!isDirty) onClose()
    },
    failureMessage: (error) => errorMessage(error, FAILED),
  })
  /** A signature completes the record, so it is asked about unpriced items as 'Tamamlandı' is. */
  const submit = () => {
    const { values } = form.store.get()
    const isAsked = isOpen && hasPrices && values.signature !== '' && deliveryProblems(values).length === 0
    if (isAsked) askUnpriced(findUnpriced(items), 'Yine de kaydet', form.submit)
    else form.submit()
  }
  const buttons = useWaitingForm(form, { draftName, title: 'Teslim', onClose })
  return (
    <FormFrame form={{ ...form, submit }} onKeyDown={ignoreEnter}>
      <TextField form={form} name="km" controlClassName="text-lg font-semibold" {...DIGITS_INPUT} />
      <div className="grid gap-2">
        <AreaField form={form} name="parts" rows={2} maxLength={MAX_PARTS} />
        <QuickValues form={form} name="parts" label="Değişen parçalar ne oldu" choices={PARTS} />
      </div>
      <div className="grid gap-2">
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField form={form} name="warranty_months" {...DIGITS_INPUT} />
          <TextField form={form} name="warranty_km" {...DIGITS_INPUT} />
        </div>
        <QuickValues form={form} name="warranty_months" label="Garanti süresi" choices={MONTHS} />
        <OwnWarranties form={form} items={items} />
      </div>
      <Signing
        form={form}
        stored={delivery?.signature ?? null}
        seen={seenOf(record, items)}
        hint="Aracı alan ve imzalayan kişi."
      />
      <After isOpen={isOpen} id={id} />
      <DialogFormButtons form={buttons} onClose={onClose} />
      {unpricedQuestion}
    </FormFrame>
  )
}

/** Tells before the signature that it completes the record, and names the rest to pay. */
function After({ isOpen, id }: { isOpen: boolean; id: number }) {
  const hasMoney = useRight('payments')
  const { data } = trpc.payment.of.useQuery({ kayit_id: String(id) }, { enabled: hasMoney && id !== 0 })
  const rest = hasMoney && data !== undefined ? data.toplam_kurus - data.paid_kurus : 0
  if (!isOpen) return null
  return (
    <p className="text-sm text-muted-foreground">
      İmzalanınca kayıt tamamlandı olarak işaretlenir, çıkış tarihi bugün olur.
      {rest > 0 && (
        <>
          {' '}
          Kalan: <Amount kurus={rest} className="font-semibold text-warning-ink" />
        </>
      )}
    </p>
  )
}
