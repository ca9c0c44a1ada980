import { CalendarPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { encode } from 'uqr'

import { CallError } from '#client/components/call-error.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { CopiedAddress } from '#client/components/copied-address.tsx'
import EditorDialog from '#client/components/editor-dialog.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { QrImage } from '#client/components/qr-image.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { isLoopbackHost } from '#client/lib/loopback-host.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { subscriptionAddress } from '#shared/appointment/calendar.ts'
import { formatInstant } from '#shared/date.ts'
import { pathOfSquares } from '#shared/qr.ts'

export interface CalendarDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes, renews and ends the private address at which the user's phone reads the appointments. */
export default function CalendarDialog({ open, onOpenChange }: CalendarDialogProps) {
  return (
    <>
      <EditorDialog open={open} onOpenChange={onOpenChange} title="Takvim adresi">
        <CalendarForm />
      </EditorDialog>
      <PasswordAgain />
    </>
  )
}

function CalendarForm() {
  const { appointment } = trpc.useUtils()
  const [isEnding, setEnding] = useState(false)
  const makeButton = useRef<HTMLButtonElement>(null)
  const { data, error, refetch, isFetching } = trpc.appointment.calendar.useQuery()
  const make = useConfirmedMutation(() => trpcClient.appointment.makeCalendar.mutate(), {
    onSuccess: ({ made_at }) => appointment.calendar.setData(undefined, { made_at }),
  })
  const end = trpc.appointment.endCalendar.useMutation({
    onSuccess: () => {
      appointment.calendar.setData(undefined, { made_at: null })
      make.reset()
      setEnding(false)
      toast.success('Takvim adresi iptal edildi.')
    },
    onError: () => setEnding(false),
  })
  const failed = make.error ?? end.error
  if (data === undefined && error !== null)
    return (
      <>
        <CallError message={errorMessage(error, NOT_READ, NOT_READ)} error={error} />
        <Button variant="outline" isPending={isFetching} onClick={() => void refetch()}>
          Tekrar dene
        </Button>
      </>
    )
  if (data === undefined) return <Skeleton className="h-40" />
  const { made_at: since } = data
  return (
    <div className="grid gap-4">
      <p>
        Randevular telefonunuzun takviminde görünür; değişiklikler kendiliğinden gelir. Adresi bilen plaka, ad
        ve yapılacak işi görür: kimseyle paylaşmayın.
      </p>
      {make.data !== undefined && <MadeAddress address={window.location.origin + make.data.link} />}
      {since !== null && make.data === undefined && (
        <p className="text-muted-foreground">
          {`Adresiniz ${formatInstant(since)} tarihinde oluşturuldu ve yeniden gösterilmez. Yenilerseniz eskisi çalışmaz.`}
        </p>
      )}
      {failed !== null && <CallError message={errorMessage(failed, FAILED, FAILED)} error={failed} />}
      <DialogFooter>
        {since !== null && (
          <Button variant="outline" onClick={() => setEnding(true)}>
            Adresi iptal et
          </Button>
        )}
        <Button
          ref={makeButton}
          variant={since === null ? 'default' : 'outline'}
          isPending={make.isPending}
          onClick={() => make.mutate(undefined)}
        >
          {since === null ? 'Adres oluştur' : 'Adresi yenile'}
        </Button>
      </DialogFooter>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        question="Takvim adresi iptal edilsin mi?"
        confirmLabel="İptal et"
        isPending={end.isPending}
        onConfirm={() => end.mutate()}
        onCloseAutoFocus={(event) => {
          if (since !== null) return
          // The opener is gone.
          event.preventDefault()
          makeButton.current?.focus()
        }}
      >
        Bu adresi kullanan telefonlarda randevular artık yenilenmez.
      </ConfirmDialog>
    </div>
  )
}

/** Shows a new address, for this device's calendar, another phone's camera, and services that ask for it. */
function MadeAddress({ address }: { address: string }) {
  const link = subscriptionAddress(address)
  const { data, size } = encode(link, { ecc: 'M', border: 4 })
  return (
    <section aria-label="Yeni adres" className="grid gap-3 rounded-md border border-border bg-sunken p-3">
      {isLoopbackHost(window.location.hostname) && (
        <p className="text-sm text-warning-ink">
          Bu adres yalnızca bu bilgisayarda açılır. Telefonunuz için paneli telefonun da açtığı adresle açın.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <QrImage picture={{ size, path: pathOfSquares(data) }} label="Takvim adresinin kare kodu" />
        <div className="grid min-w-44 flex-1 gap-3 text-sm">
          <output className="block">
            Yalnızca şimdi gösterilir. iPhone: kareyi kamerayla tarayın. Google Takvim: “URL ile” ekleyin.
          </output>
          <Button asChild variant="outline" className="justify-self-start">
            <a href={link}>
              <CalendarPlus aria-hidden />
              Bu cihazda aç
            </a>
          </Button>
        </div>
      </div>
      <CopiedAddress
        label="Adres"
        address={address}
        copied="Takvim adresi kopyalandı."
        failed="Kopyalanamadı. Adresi seçip kendiniz kopyalayın."
      />
    </section>
  )
}

const FAILED = 'Takvim adresi kaydedilemedi.'
const NOT_READ = 'Takvim adresi alınamadı.'
