import { useId, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Label } from '#client/ui/label.tsx'

import { SaveFailure } from './settings-parts.tsx'

/** Sets the first day of the shop's accounts, which the first payment has set before. */
export function AccountsCard() {
  const { data } = trpc.payment.start.useQuery()
  return (
    <Card className="min-h-17 p-0 md:p-0">
      {data !== undefined && <StartForm key={data.start} stored={data.start ?? ''} />}
    </Card>
  )
}

function StartForm({ stored }: { stored: string }) {
  const id = useId()
  const [start, setStart] = useState(stored)
  const utils = trpc.useUtils()
  const save = trpc.payment.saveStart.useMutation({
    onSuccess: (saved) => {
      utils.payment.start.setData(undefined, saved)
      void utils.payment.of.invalidate()
      toast.success('Hesabın başlangıcı kaydedildi.')
    },
  })
  return (
    <form
      className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 md:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ start })
      }}
    >
      <h2 className="font-semibold">
        <Label htmlFor={id} className="text-base font-semibold">
          Hesabın başlangıcı
        </Label>
      </h2>
      <DateInput id={id} value={start} onValueChange={setStart} className="max-md:w-full md:w-44" />
      {start !== stored && (
        <Button type="submit" variant="outline" isPending={save.isPending}>
          Kaydet
        </Button>
      )}
      <p className="grow basis-64 text-sm text-muted-foreground">
        Bu günden önce biten kayıtlar borç sayılmaz. Boşsa borç gösterilmez; ilk tahsilatta sorulur.
      </p>
      {save.isError && <SaveFailure error={save.error} />}
    </form>
  )
}
