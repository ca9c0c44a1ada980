import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'

import { AreaField, SelectField, TextField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { fieldProblems } from '#client/forms/problems.ts'
import { useIsDirty } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, type RouterInputs, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser, useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { PHONE_INPUT } from '#client/lib/input-props.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { messages } from '#shared/messages.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'
import { settingsInput, type Settings } from '#shared/settings/schema.ts'

/** Fields in the order of the card, with their labels (decisions: words on the screen). */
const RULES = {
  company_name: { label: 'Firma Adı' },
  company_tel: { label: 'Firma Telefonu' },
  company_adress: { label: 'Firma Adresi' },
  output_format: { label: 'Çıktı Formatı' },
  prices_with_vat: { label: 'Varsayılan fiyat girişi' },
} as const

type GeneralValues = Record<keyof typeof RULES, string>

const snapshotOf = (settings: Settings) => {
  const { version, company_name, company_tel, company_adress, output_format, prices_with_vat } = settings
  const choice = prices_with_vat === null ? '' : String(prices_with_vat)
  return {
    values: { company_name, company_tel, company_adress, output_format, prices_with_vat: choice },
    version,
  }
}

/** Returns the input of `settings.update`: '' leaves the choice of VAT to the device. */
const inputOf = ({ prices_with_vat, ...values }: GeneralValues) => ({
  ...values,
  prices_with_vat: prices_with_vat === '' ? null : prices_with_vat === 'true',
})

/** Edits company, contact and output format, saved together (specification §2). */
export function GeneralCard({ settings }: { settings: Settings }) {
  const id = useId()
  const router = useRouter()
  const { mutateAsync } = trpc.settings.update.useMutation()
  const form = useForm<GeneralValues, Settings>({
    rules: RULES,
    stored: snapshotOf(settings),
    validate: (values) => fieldProblems(settingsInput, inputOf(values)),
    draft: {
      name: `ayarlar:${useSessionUser().id}`,
      mode: 'restore',
      defaults: { prices_with_vat: '' },
    },
    // The schema has validated that the value is one of the options.
    save: (values, keyAndVersion) =>
      mutateAsync({ ...inputOf(values), ...keyAndVersion } as RouterInputs['settings']['update']),
    snapshotOf,
    reload: () => api.settings.get.fetch(undefined, { staleTime: 0 }),
    onStored: (stored) => {
      api.settings.get.setData(undefined, stored)
      void api.admin.users.invalidate()
      // Updates the header and the record's form at once.
      const { company_name, company_tel, company_adress, output_format, prices_with_vat } = stored
      changeSessionUser({ company_name, company_tel, company_adress, output_format, prices_with_vat })
      toast.success(messages.settingsSaved)
      void router.invalidate()
    },
    failureMessage: (error) => errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed),
  })
  const isDirty = useIsDirty(form)
  const cancel = (button: HTMLElement) => {
    if (form.discard()) button.closest('form')?.querySelector<HTMLElement>('[name="company_name"]')?.focus()
  }
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Genel</CardTitle>
        {isDirty && <Badge variant="warning">Kaydedilmemiş değişiklik var</Badge>}
      </CardHeader>
      <FormFrame form={form}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField form={form} name="company_name" required autoComplete="organization" />
          <TextField form={form} name="company_tel" type="tel" autoComplete="tel" {...PHONE_INPUT} />
          <AreaField
            form={form}
            name="company_adress"
            className="md:col-span-2"
            autoComplete="street-address"
          />
          <SelectField
            form={form}
            name="output_format"
            hint="Dışa aktarmada önce bu biçim önerilir; kaydın belgeleri hep PDF olur."
          >
            {OUTPUT_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </SelectField>
          <SelectField
            form={form}
            name="prices_with_vat"
            hint="Kayıttaki ‘KDV dahil’ kutusu böyle başlar; her kayıtta değiştirebilirsiniz."
          >
            <option value="">Cihazdaki son seçim</option>
            <option value="true">KDV dahil</option>
            <option value="false">KDV hariç</option>
          </SelectField>
        </div>
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          {isDirty && (
            <Button variant="outline" onClick={({ currentTarget }) => cancel(currentTarget)}>
              Vazgeç
            </Button>
          )}
          <SubmitButton form={form}>Kaydet</SubmitButton>
        </div>
      </FormFrame>
    </Card>
  )
}
