import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { useRefreshMoney } from '#client/lib/use-refresh-money.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Label } from '#client/ui/label.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { USUAL_REMINDER } from '#shared/balance/words.ts'

import { SaveFailure } from './settings-parts.tsx'

/** Sets the first day of the shop's accounts, which the first payment has set before, and the text of reminders. */
export function AccountsCard() {
  const { data } = trpc.payment.start.useQuery()
  return (
    <Card className="min-h-17 p-0 md:p-0">
      {data !== undefined && (
        <>
          <StartForm key={data.start} stored={data.start ?? ''} />
          <details className="group border-t border-border">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 px-3 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
              Borç hatırlatması
              <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
            </summary>
            <ReminderForm key={data.reminder} stored={data.reminder} />
          </details>
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

/** The text that 'Yaz' in 'Alacaklar' opens in WhatsApp. */
function ReminderForm({ stored }: { stored: string }) {
  const id = useId()
  const [text, setText] = useState(stored === '' ? USUAL_REMINDER : stored)
  const utils = trpc.useUtils()
  const save = trpc.payment.saveReminder.useMutation({
    onSuccess: (saved) => {
      utils.payment.start.setData(undefined, (before) => before && { ...before, ...saved })
      void utils.payment.debts.invalidate()
      toast.success('Hatırlatma metni kaydedildi.')
    },
  })
  const sent = text.trim() === USUAL_REMINDER ? '' : text.trim()
  return (
    <form
      className="grid gap-2 px-3 pb-3 md:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ text: sent })
      }}
    >
      <Textarea
        aria-label="Hatırlatma metni"
        aria-describedby={`${id}-hint`}
        rows={3}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="grow basis-64 text-sm text-muted-foreground">
          {
            '“Kasa → Alacaklar”da “Yaz” bu metni WhatsApp’ta açar. {ad}, {tutar} ve {firma} yerine müşterinin adı, borcu ve firma adı yazılır.'
          }
        </p>
        {sent !== stored && (
          <Button type="submit" variant="outline" isPending={save.isPending}>
            Kaydet
          </Button>
        )}
      </div>
      {save.isError && <SaveFailure error={save.error} />}
    </form>
  )
}
