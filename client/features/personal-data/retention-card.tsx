import { useId } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { SelectField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { useField } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, type RouterInputs, trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { ANONYMISE_YEARS, CHANGE_MONTHS } from '#shared/personal-data/rules.ts'
import type { Retention } from '#shared/personal-data/schema.ts'

const RULES = {
  change_months: { label: 'Değişiklik geçmişi' },
  anonymise_years: { label: 'Uzun süredir gelmeyen müşteriler' },
} as const

/** Returns the form values; '' stands for never. */
const snapshotOf = ({ change_months, anonymise_years }: Retention) => ({
  values: { change_months: String(change_months), anonymise_years: String(anonymise_years ?? '') },
  version: null,
})

const monthWords = (months: number) => (months < 12 ? `${months} ay` : `${months / 12} yıl`)

/** Sets how long the shop keeps its change log, and the data of customers who no longer come. */
export function RetentionCard() {
  const id = useId()
  const query = trpc.personalData.retention.useQuery()
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Saklama süreleri</CardTitle>
        <CardDescription>
          Süresi dolanlar her gün kendiliğinden silinir. Vergi Usul Kanunu belgelerin 5, Türk Ticaret Kanunu
          10 yıl saklanmasını ister; emin değilseniz mali müşavirinize sorun.
        </CardDescription>
      </CardHeader>
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && (
        <LoadError
          message={personalDataMessages.retentionFailed}
          isPending={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && <RetentionForm retention={query.data} />}
      <PasswordAgain />
    </Card>
  )
}

function RetentionForm({ retention }: { retention: Retention }) {
  const { mutateAsync } = useConfirmedMutation(trpcClient.personalData.saveRetention.mutate)
  const failed = personalDataMessages.retentionSaveFailed
  const form = useForm({
    rules: RULES,
    stored: snapshotOf(retention),
    validate: () => [],
    // The controls offer no other values.
    save: ({ change_months, anonymise_years }) =>
      mutateAsync({
        change_months: Number(change_months),
        anonymise_years: anonymise_years === '' ? null : Number(anonymise_years),
      } as RouterInputs['personalData']['saveRetention']),
    snapshotOf,
    reload: () => api.personalData.retention.fetch(undefined, { staleTime: 0 }),
    onStored: (stored) => {
      api.personalData.retention.setData(undefined, stored)
      toast.success(personalDataMessages.retentionSaved)
    },
    failureMessage: (error) => errorMessage(error, failed, failed),
  })
  const months = useField(form, 'change_months').value
  const years = useField(form, 'anonymise_years').value
  const changes = retention.old_changes.find((one) => String(one.months) === months)?.changes ?? 0
  const records = retention.old_records.find((one) => String(one.years) === years)?.records ?? 0
  return (
    <FormFrame form={form}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SelectField
          form={form}
          name="change_months"
          hint="Kimin neyi değiştirdiği bu süre boyunca “Geçmiş”te durur."
        >
          {CHANGE_MONTHS.map((value) => (
            <option key={value} value={value}>
              {monthWords(value)}
            </option>
          ))}
        </SelectField>
        <SelectField
          form={form}
          name="anonymise_years"
          hint="Son gelişi bu kadar eski olan müşterilerin adı, numaraları, plakaları ve notları silinir. Tutarlar, günler ve yapılan işler kalır; istatistikler değişmez."
        >
          <option value="">Hiçbir zaman silinmez</option>
          {ANONYMISE_YEARS.map((value) => (
            <option key={value} value={value}>
              {`${value} yıl sonra silinir`}
            </option>
          ))}
        </SelectField>
      </div>
      {changes + records > 0 && (
        <Alert variant="warning">
          {`Bu seçimle bugün ${[
            changes > 0 ? `${formatCount(changes)} değişiklik satırı` : '',
            records > 0 ? `${formatCount(records)} kaydın kişisel verileri` : '',
          ]
            .filter(Boolean)
            .join(' ve ')} silinir. Silinenler geri getirilemez.`}
        </Alert>
      )}
      <div className="flex flex-col md:flex-row md:justify-end">
        <SubmitButton form={form}>Kaydet</SubmitButton>
      </div>
    </FormFrame>
  )
}
