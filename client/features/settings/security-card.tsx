import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'

import { SelectField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { api, type RouterInputs, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { messages } from '#shared/messages.ts'
import { IDLE_MINUTES, SUGGESTED_IDLE_MINUTES } from '#shared/options.ts'
import type { Settings } from '#shared/settings/schema.ts'

const RULES = { idle_minutes: { label: 'Kullanılmadığında oturumu kapat' } } as const

/** Returns the form values; '' stands for never. */
const snapshotOf = ({ idle_minutes, version }: Settings) => ({
  values: { idle_minutes: String(idle_minutes ?? '') },
  version,
})

/** Sets the idle time after which the shop's pages end their session. */
export function SecurityCard({ settings }: { settings: Settings }) {
  const id = useId()
  const router = useRouter()
  const { mutateAsync } = trpc.settings.update.useMutation()
  const form = useForm({
    rules: RULES,
    stored: snapshotOf(settings),
    validate: () => [],
    // The control offers no other values.
    save: ({ idle_minutes }, keyAndVersion) =>
      mutateAsync({
        idle_minutes: idle_minutes === '' ? null : Number(idle_minutes),
        ...keyAndVersion,
      } as RouterInputs['settings']['update']),
    snapshotOf,
    reload: () => api.settings.get.fetch(undefined, { staleTime: 0 }),
    onStored: (stored) => {
      api.settings.get.setData(undefined, stored)
      changeSessionUser({ idle_minutes: stored.idle_minutes })
      toast.success('Güvenlik ayarı kaydedildi.')
      void router.invalidate()
    },
    failureMessage: (error) => errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed),
  })
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Güvenlik</CardTitle>
      </CardHeader>
      <FormFrame form={form}>
        <SelectField
          form={form}
          name="idle_minutes"
          hint="Firmanın bütün cihazlarında geçerlidir: bu süre boyunca panel kullanılmazsa giriş ekranına dönülür, kaydedilmemiş yazılarınız taslak olarak durur. Bir süre seçiliyken panel, internet ya da ağ bağlantısı olmadan açılmaz."
        >
          <option value="">Hiçbir zaman</option>
          {IDLE_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {`${minutes} dakika sonra${minutes === SUGGESTED_IDLE_MINUTES ? ' (önerilen)' : ''}`}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-col md:flex-row md:justify-end">
          <SubmitButton form={form}>Kaydet</SubmitButton>
        </div>
      </FormFrame>
    </Card>
  )
}
