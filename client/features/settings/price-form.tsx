import { useState } from 'react'

import { MoneyInput } from '#client/components/money-input.tsx'
import { FormField, TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import type { ItemPrice } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'

import { kurusOf, PRICE_RULES, priceFields, priceProblems, priceSnapshot } from './item-values.ts'

interface PriceFormProps {
  /** Entry to edit, `null` for a new one. */
  row: ItemPrice | null
  /** Called when the user typed more during a save: the form then edits the stored entry. */
  onContinue: (stored: ItemPrice) => void
  onClose: () => void
}

/** Edits name, price and quantity of an entry of the price list; this device stores the draft until the save. */
export function PriceForm({ row, onContinue, onClose }: PriceFormProps) {
  const id = row?.id ?? 0
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.item.savePrice.useMutation()
  const [stored] = useState(() => priceSnapshot(row))
  const form = useForm({
    rules: PRICE_RULES,
    stored,
    validate: priceProblems,
    draft: { name: `fiyat:${useSessionUser().id}:${id}`, mode: 'restore' },
    save: (values, keyAndVersion) => mutateAsync({ ...priceFields(values), ...keyAndVersion, id }),
    snapshotOf: priceSnapshot,
    reload: () => api.item.price.fetch({ id }, { staleTime: 0 }),
    onStored: (saved, { isDirty }) => {
      void utils.item.invalidate()
      toast.success(messages.priceSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, messages.priceSaveFailed, messages.priceSaveFailed),
    onRefused: () => void utils.item.prices.invalidate(),
  })
  return (
    <FormFrame form={form}>
      <div className="grid items-start gap-4 min-[22.5rem]:grid-cols-[1fr_2fr]">
        <TextField form={form} name="name" required className="col-span-full" enterKeyHint="next" />
        <TextField
          form={form}
          name="quantity"
          {...DIGITS_INPUT}
          enterKeyHint="next"
          controlClassName="text-right"
        />
        <FormField form={form} name="price_kurus" remark="KDV dahil">
          {({ value, ...control }, setValue) => (
            <MoneyInput
              {...control}
              placeholder="0,00"
              value={value === '' ? null : kurusOf(value)}
              onAmountChange={(_amount, text) => setValue(text)}
            />
          )}
        </FormField>
      </div>
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}
