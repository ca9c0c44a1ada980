import { useRouter } from '@tanstack/react-router'

import { SelectField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { useIsDirty } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, type RouterInputs, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'
import { IDLE_MINUTES, SUGGESTED_IDLE_MINUTES } from '#shared/options.ts'
import type { Settings } from '#shared/settings/schema.ts'

import { LINE } from './settings-parts.tsx'

const RULES = { idle_minutes: { label: 'Kullanılmadığında oturumu kapat' } } as const

/** Returns the form values; '' stands for never. */
const snapshotOf = ({ idle_minutes, version }: Settings) => ({
  values: { idle_minutes: String(idle_minutes ?? '') },
  version,
})

/** Sets the idle time after which the shop's pages end their session. */
export function IdleLine({ settings }: { settings: Settings }) {
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
  const isDirty = useIsDirty(form)
  return (
    <div className={LINE}>
      <FormFrame form={form} className="col-span-full grid gap-3">
        <SelectField
          form={form}
          name="idle_minutes"
          className="md:grid-cols-[minmax(0,1fr)_13rem] md:gap-x-4 md:gap-y-0 md:[&>p]:col-start-1 md:[&>[data-slot=select]]:col-start-2 md:[&>[data-slot=select]]:row-span-2 md:[&>[data-slot=select]]:self-center"
          hint="Firmanın bütün cihazlarında geçerlidir; kaydedilmemiş yazılarınız taslak olarak durur. Süre seçiliyken panel bağlantı olmadan açılmaz."
        >
          <option value="">Hiçbir zaman</option>
          {IDLE_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {`${minutes} dakika sonra${minutes === SUGGESTED_IDLE_MINUTES ? ' (önerilen)' : ''}`}
            </option>
          ))}
        </SelectField>
        {isDirty && (
          <SubmitButton form={form} variant="outline" className="md:justify-self-end">
            Kaydet
          </SubmitButton>
        )}
      </FormFrame>
    </div>
  )
}
