import { useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

import { SettingsRow } from './settings-parts.tsx'

/** Sets the first day of the shop's accounts, which the first payment has set before. */
export function AccountsRow() {
  const { data } = trpc.payment.start.useQuery()
  return (
    <SettingsRow
      title="Hesap"
      about="Bu günden önce biten kayıtlar borç sayılmaz. Boşsa hiçbir ekran borç göstermez; ilk tahsilatta sorulur."
    >
      {data !== undefined && <StartForm key={data.start} stored={data.start ?? ''} />}
    </SettingsRow>
  )
}

function StartForm({ stored }: { stored: string }) {
  const [start, setStart] = useState(stored)
  const [failure, setFailure] = useState<string>()
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.payment.saveStart.useMutation({
    onSuccess: (saved) => {
      utils.payment.start.setData(undefined, saved)
      void utils.payment.of.invalidate()
      setFailure(undefined)
      toast.success('Hesabın başlangıcı kaydedildi.')
    },
    onError: (error) =>
      setFailure(errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed)),
  })
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ start })
      }}
    >
      <Field label="Hesabın başlangıcı" error={failure} className="min-w-0 grow basis-48 md:max-w-60">
        {(control) => <DateInput {...control} value={start} onValueChange={setStart} />}
      </Field>
      {start !== stored && (
        <Button type="submit" variant="outline" className="mt-6.5" isPending={isPending}>
          Kaydet
        </Button>
      )}
    </form>
  )
}
