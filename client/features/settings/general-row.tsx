import { useRouter } from '@tanstack/react-router'

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
import { messages } from '#shared/messages.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'
import { settingsInput, type Settings } from '#shared/settings/schema.ts'

import { SettingsRow } from './settings-parts.tsx'

/** Fields in the order of the row, with their labels (decisions: words on the screen). */
const RULES = {
  company_name: { label: 'Firma Adı' },
  company_tel: { label: 'Firma Telefonu' },
  company_adress: { label: 'Firma Adresi' },
  output_format: { label: 'Çıktı Formatı' },
} as const

type GeneralValues = Record<keyof typeof RULES, string>

const snapshotOf = ({ version, company_name, company_tel, company_adress, output_format }: Settings) => ({
  values: { company_name, company_tel, company_adress, output_format },
  version,
})

/** Edits company, contact and output format, saved together (specification §2). */
export function GeneralRow({ settings }: { settings: Settings }) {
  const router = useRouter()
  const { mutateAsync } = trpc.settings.update.useMutation()
  const form = useForm<GeneralValues, Settings>({
    rules: RULES,
    stored: snapshotOf(settings),
    validate: (values) => fieldProblems(settingsInput, values),
    draft: { name: `ayarlar:${useSessionUser().id}`, mode: 'restore' },
    // The schema has validated that the value is one of the options.
    save: ({ company_name, company_tel, company_adress, output_format }, keyAndVersion) =>
      mutateAsync({
        company_name,
        company_tel,
        company_adress,
        output_format,
        ...keyAndVersion,
      } as RouterInputs['settings']['update']),
    snapshotOf,
    reload: () => api.settings.get.fetch(undefined, { staleTime: 0 }),
    onStored: (stored) => {
      api.settings.get.setData(undefined, stored)
      void api.admin.users.invalidate()
      // Updates the header and the exports at once.
      const { company_name, company_tel, company_adress, output_format } = stored
      changeSessionUser({ company_name, company_tel, company_adress, output_format })
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
    <SettingsRow
      title="Genel"
      about="Belgelerin başında ve panelin üstünde görünür."
      badge={isDirty && <Badge variant="warning">Kaydedilmemiş değişiklik var</Badge>}
    >
      <FormFrame form={form}>
        <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2">
          <TextField form={form} name="company_name" required autoComplete="organization" />
          <TextField form={form} name="company_tel" type="tel" autoComplete="tel" {...PHONE_INPUT} />
          <AreaField
            form={form}
            name="company_adress"
            className="md:col-span-2"
            controlClassName="min-h-11 md:min-h-10"
            autoComplete="street-address"
          />
          <SelectField
            form={form}
            name="output_format"
            hint="Dışa aktarmada önerilir; kayıt belgesi hep PDF."
          >
            {OUTPUT_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </SelectField>
          <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end md:self-end">
            {isDirty && (
              <Button variant="outline" onClick={({ currentTarget }) => cancel(currentTarget)}>
                Vazgeç
              </Button>
            )}
            <SubmitButton form={form}>Kaydet</SubmitButton>
          </div>
        </div>
      </FormFrame>
    </SettingsRow>
  )
}
