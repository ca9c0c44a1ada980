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
import type { Kayit } from '#shared/kayit/schema.ts'

import {
  DELIVERY_RULES,
  deliveryInputOf,
  deliveryProblems,
  type DeliveryValues,
  newDelivery,
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

/** Gives the car of a record back: kilometres, replaced parts, who takes it, signature. */
export default function DeliveryDialog(props: HandoverProps) {
  const { id, onOpenChange, onKm } = props
  return (
    <HandoverDialog {...props} kind="delivery" title="Teslim" className="md:max-w-xl">
      {(loaded) => <DeliveryForm {...loaded} id={id} onKm={onKm} onClose={() => onOpenChange(false)} />}
    </HandoverDialog>
  )
}

interface DeliveryFormProps extends Pick<HandoverProps, 'id' | 'onKm'> {
  handover: Handover
  record: Kayit
  onClose: () => void
}

function DeliveryForm({ handover, record, id, onKm, onClose }: DeliveryFormProps) {
  const { intake, delivery } = handover
  const hasPrices = useRight('prices')
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.intake.deliver.useMutation()
  const form = useForm<DeliveryValues, Delivery>({
    rules: DELIVERY_RULES,
    stored: delivery === null ? newDelivery({ intake, record }) : snapshotOf(delivery),
    validate: deliveryProblems,
    draft: { name: `teslim:${useSessionUser().id}:${id}`, mode: 'restore' },
    save: (values, { version }) =>
      mutateAsync(deliveryInputOf(values, { kayit_id: id, ...(version !== undefined && { version }) })),
    snapshotOf,
    reload: async () => {
      const now = await api.intake.get.fetch({ kayit_id: id }, { staleTime: 0 })
      if (now.delivery === null) throw new Error('the delivery is gone')
      return now.delivery
    },
    onStored: (stored, { isDirty }) => {
      void utils.intake.invalidate()
      void utils.change.invalidate()
      const link = { label: 'Formu yazdır', href: formAddress('delivery', id) }
      toast.success('Teslim kaydedildi.', hasPrices ? link : undefined)
      onKm(stored.km)
      if (!isDirty) onClose()
    },
    failureMessage: (error) => errorMessage(error, FAILED, OFFLINE),
  })
  return (
    <FormFrame form={form}>
      <TextField form={form} name="km" controlClassName="text-lg font-semibold" {...DIGITS_INPUT} />
      <div className="grid gap-2">
        <AreaField form={form} name="parts" rows={2} maxLength={MAX_PARTS} />
        <QuickValues form={form} name="parts" label="Değişen parçalar ne oldu" choices={PARTS} />
      </div>
      <Signing form={form} stored={delivery?.signature ?? null} hint="Aracı alan ve imzalayan kişi." />
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}
