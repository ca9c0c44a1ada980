import { useState } from 'react'

import { AreaField, DayField, SelectField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { isolated } from '#shared/bidi.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { type DataRequest, REQUEST_KINDS } from '#shared/personal-data/schema.ts'

import { REQUEST_RULES, requestProblems, saveInput, snapshotOf } from './request-values.ts'
import { KIND_WORDS } from '#shared/personal-data/words.ts'

interface RequestFormProps {
  /** Request to edit, `null` for a new one. */
  row: DataRequest | null
  /** Id of the customer who makes the request, if it is known. */
  customer: number | undefined
  /** Called when the user typed more during a save: the form then edits the stored request. */
  onContinue: (stored: DataRequest) => void
  onClose: () => void
}

/** Edits a customer's request: when it came, its kind, and when it was answered. */
export function RequestForm({ row: request, customer, onContinue, onClose }: RequestFormProps) {
  const id = request?.id ?? 0
  const [today] = useState(() => todayInIstanbul(new Date()))
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.personalData.saveRequest.useMutation()
  const failed = personalDataMessages.requestSaveFailed
  const form = useForm({
    rules: REQUEST_RULES,
    stored: snapshotOf(request, today),
    validate: requestProblems,
    draft: { name: `basvuru:${useSessionUser().id}:${id}:${customer ?? ''}`, mode: 'restore' },
    save: (values, keyAndVersion) =>
      mutateAsync(saveInput(values, { ...keyAndVersion, id, customer_id: customer ?? null })),
    snapshotOf: (stored) => snapshotOf(stored, today),
    reload: () => api.personalData.request.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.personalData.invalidate()
      toast.success(personalDataMessages.requestSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, failed, failed),
    onRefused: () => void utils.personalData.requests.invalidate(),
  })
  const known = trpc.customer.get.useQuery({ id: customer ?? 0 }, { enabled: customer !== undefined })
  return (
    <FormFrame form={form}>
      {known.data !== undefined && (
        <p className="font-medium wrap-anywhere">{`Müşteri: ${isolated(known.data.name)}`}</p>
      )}
      <div className="grid items-start gap-4 min-[22.5rem]:grid-cols-2">
        <DayField form={form} name="received_on" required />
        <SelectField form={form} name="kind" autoComplete="off">
          {REQUEST_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </SelectField>
        <AreaField
          form={form}
          name="note"
          className="col-span-full"
          hint={
            customer === undefined
              ? 'Müşterinin adını ve numarasını yazmayın: verileri silinirken bu not bulunamaz. Müşterinin sayfasından yazılan başvurunun notu onunla birlikte silinir.'
              : 'Müşterinin verileri silinince bu not da silinir.'
          }
        />
        <DayField
          form={form}
          name="answered_on"
          className="col-span-full min-[22.5rem]:col-span-1"
          hint="Yanıt verilince doldurun."
        />
      </div>
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}
