import { Amount } from '#client/components/amount.tsx'
import { findUnpriced, useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import { AreaField, TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { MAX_PARTS } from '#shared/intake/rules.ts'
import type { Delivery, Handover } from '#shared/intake/schema.ts'
import { hasIncome, isCompleted } from '#shared/kayit/rules.ts'
import type { Kayit } from '#shared/kayit/schema.ts'

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
import { HandoverDialog, type HandoverProps } from './handover-dialog.tsx'
import { QuickValues } from './quick-values.tsx'
import { Signing } from './signing.tsx'

const FAILED = 'Teslim kaydedilemedi.'
const OFFLINE = 'Bağlantı yok. Yazdıklarınız bu cihazda duruyor; bağlantı gelince Kaydet’e basın.'
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

interface DeliveryFormProps extends Pick<HandoverProps, 'id' | 'onStored'> {
  handover: Handover
  record: Kayit
  onClose: () => void
}

function DeliveryForm({ handover, record, id, onStored, onClose }: DeliveryFormProps) {
  const { intake, delivery } = handover
  const hasPrices = useRight('prices')
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.intake.deliver.useMutation()
  const { data: { islemler = [] } = {} } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const isOpen = hasIncome(record) && !(isCompleted(record) && record.cikis_tarihi !== null)
  const form = useForm<DeliveryValues, Delivery>({
    rules: DELIVERY_RULES,
    stored: delivery === null ? newDelivery({ intake, record }) : snapshotOf(delivery),
    validate: deliveryProblems,
    draft: { name: `teslim:${useSessionUser().id}:${id}`, mode: 'restore', defaults: NO_WARRANTY },
    save: (values, { version }) =>
      mutateAsync(deliveryInputOf(values, { kayit_id: id, ...(version !== undefined && { version }) })),
    snapshotOf,
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
      if (!isDirty) onClose()
    },
    failureMessage: (error) => errorMessage(error, FAILED, OFFLINE),
  })
  /** A signature completes the record, so it is asked about unpriced items as 'Tamamlandı' is. */
  const submit = () => {
    const { values } = form.store.get()
    const isAsked = isOpen && hasPrices && values.signature !== '' && deliveryProblems(values).length === 0
    if (isAsked) askUnpriced(findUnpriced(islemler), 'Yine de kaydet', form.submit)
    else form.submit()
  }
  return (
    <FormFrame form={{ ...form, submit }}>
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
      </div>
      <Signing form={form} stored={delivery?.signature ?? null} hint="Aracı alan ve imzalayan kişi." />
      <After isOpen={isOpen} id={id} />
      <DialogFormButtons form={form} onClose={onClose} />
      {unpricedQuestion}
    </FormFrame>
  )
}

/** Tells before the signature that it completes the record, and names the rest to pay. */
function After({ isOpen, id }: { isOpen: boolean; id: number }) {
  const hasMoney = useRight('payments')
  const { data } = trpc.payment.of.useQuery({ kayit_id: String(id) }, { enabled: hasMoney })
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
