import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { useRefreshMoney } from '#client/lib/use-refresh-money.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Label } from '#client/ui/label.tsx'

import { SaveFailure } from './settings-parts.tsx'

const Messages = lazyDialog(() => import('./message-texts-dialog.tsx'))

/** Sets the first day of the shop's accounts, which the first payment has set before, and the texts of messages. */
export function AccountsCard() {
  const { data } = trpc.payment.start.useQuery()
  return (
    <Card className="min-h-17 p-0 md:p-0">
      {data !== undefined && (
        <>
          <StartForm key={data.start} stored={data.start ?? ''} />
          <MessagesLine />
        </>
      )}
    </Card>
  )
}

function StartForm({ stored }: { stored: string }) {
  const id = useId()
  const [start, setStart] = useState(stored)
  const utils = trpc.useUtils()
  const refresh = useRefreshMoney()
  const save = trpc.payment.saveStart.useMutation({
    onSuccess: (saved) => {
      utils.payment.start.setData(undefined, (before) => before && { ...before, ...saved })
      refresh()
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

/** Opens the texts of the messages that the shop sends. */
function MessagesLine() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-x-4 border-t border-border px-3 py-2 text-left hover:bg-sunken md:px-5"
        onClick={() => setOpen(true)}
      >
        <span className="font-semibold">Mesaj metinleri</span>
        <span className="min-w-0 grow text-sm text-muted-foreground">
          “Gönder”, randevu ve hatırlatmalar müşterinize bunları yazar.
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0" />
      </button>
      <Messages open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
