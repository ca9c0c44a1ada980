import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'

import { api, trpc } from '#client/lib/api.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Card } from '#client/ui/card.tsx'

import { SaveFailure, WithSettings } from './settings-parts.tsx'

const CHOICES = [
  { value: true, label: 'KDV dahil' },
  { value: false, label: 'KDV hariç' },
  { value: null, label: 'Cihazdaki son seçim' },
]

/** Chooses how the box ‘KDV dahil’ starts in the shop's new records; a press saves. */
export function PriceEntryCard() {
  return (
    <Card className="p-0 md:p-0">
      <WithSettings>{({ prices_with_vat }) => <PriceEntry chosen={prices_with_vat} />}</WithSettings>
    </Card>
  )
}

function PriceEntry({ chosen }: { chosen: boolean | null }) {
  const id = useId()
  const router = useRouter()
  const save = trpc.settings.update.useMutation({
    onSuccess: (stored) => {
      api.settings.get.setData(undefined, stored)
      changeSessionUser({ prices_with_vat: stored.prices_with_vat })
      toast.success('Fiyat girişi kaydedildi.')
      void router.invalidate()
    },
  })
  // The pressed button changes at once, and back if the save fails.
  const shown = save.isPending ? save.variables.prices_with_vat : chosen
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 md:px-5">
      <h2 id={id} className="font-semibold">
        Varsayılan fiyat girişi
      </h2>
      <fieldset aria-labelledby={id} className="flex min-w-0 max-md:w-full max-md:flex-col">
        {CHOICES.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={value === shown}
            className="min-h-11 border border-input bg-card px-4 text-sm font-medium first:rounded-t-md last:rounded-b-md hover:bg-sunken focus-visible:z-10 aria-pressed:bg-foreground aria-pressed:text-background aria-pressed:hover:bg-foreground max-md:not-first:border-t-0 md:min-h-9 md:not-first:border-l-0 md:first:rounded-l-md md:first:rounded-tr-none md:last:rounded-r-md md:last:rounded-bl-none"
            onClick={() => {
              if (!save.isPending && value !== chosen) save.mutate({ prices_with_vat: value })
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <p className="grow basis-64 text-sm text-muted-foreground">
        Kayıttaki ‘KDV dahil’ kutusu böyle başlar; her kayıtta değiştirebilirsiniz.
      </p>
      {save.isError && <SaveFailure error={save.error} />}
    </div>
  )
}
