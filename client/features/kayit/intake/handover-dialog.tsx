import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useRight } from '#client/lib/session.ts'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatInstant } from '#shared/date.ts'
import type { Delivery, FormKind, Handover, Intake } from '#shared/intake/schema.ts'
import type { Kayit } from '#shared/kayit/schema.ts'

import { formAddress } from './form-address.ts'

export interface HandoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  /** Name of the record: plate and customer. */
  about: string
  /** Called when a form is stored, which may have changed its record. */
  onStored: () => void
}

interface HandoverDialogProps extends HandoverProps {
  kind: FormKind
  title: string
  className: string
  children: (loaded: { handover: Handover; record: Kayit }) => ReactNode
}

const FAILED = 'Form açılamadı.'
/** A phone shows the form over the whole screen. */
const SHEET = 'max-md:top-0 max-md:max-h-dvh max-md:content-start max-md:rounded-none'

/** A sheet over the record in which its car is taken in or given back. */
export function HandoverDialog({ open, onOpenChange, id, about, ...props }: HandoverDialogProps) {
  const { kind, title, className, children } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        className={`${SHEET} ${className}`}
        // The record's form is around the dialog, and would be saved with it.
        onSubmit={(event) => event.stopPropagation()}
        // A press outside is usually a mistake.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{about}</DialogDescription>
        </DialogHeader>
        <Loaded id={id} kind={kind}>
          {children}
        </Loaded>
      </DialogContent>
    </Dialog>
  )
}

function Loaded({ id, kind, children }: Pick<HandoverDialogProps, 'id' | 'kind' | 'children'>) {
  // Read again each time, because another user may have filled it in meanwhile.
  const handover = trpc.intake.get.useQuery({ kayit_id: id }, { staleTime: 0, refetchOnWindowFocus: false })
  const record = trpc.kayit.get.useQuery({ kayit_id: id })
  if (handover.isPending || record.isPending || (handover.isFetching && handover.data === undefined))
    return (
      <>
        <output className="sr-only">Yükleniyor...</output>
        <Skeleton className="h-80" />
      </>
    )
  if (handover.data === undefined || record.data === undefined)
    return (
      <LoadError
        message={errorMessage(handover.error, FAILED)}
        isPending={handover.isFetching}
        onRetry={() => void handover.refetch()}
      />
    )
  return (
    <>
      <State kind={kind} id={id} form={handover.data[kind]} />
      {children({ handover: handover.data, record: record.data.kayit })}
    </>
  )
}

/** Tells who filled in the form and whether it is signed, and leads to its document. */
function State({ kind, id, form }: { kind: FormKind; id: number; form: Intake | Delivery | null }) {
  const hasPrices = useRight('prices')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted-foreground">
      {form === null ? (
        <p>Henüz doldurulmadı.</p>
      ) : (
        <p>
          {`${form.actor_name}, ${formatInstant(form.created_at)}. `}
          {form.is_changed ? (
            <strong className="font-semibold text-warning-ink">
              İmzadan sonra değişti. Yeniden imzalatın.
            </strong>
          ) : form.signed_at === null ? (
            'İmzasız.'
          ) : (
            `İmzalandı: ${formatInstant(form.signed_at)}.`
          )}
        </p>
      )}
      {hasPrices && (
        <a
          href={formAddress(kind, id)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 font-medium text-primary underline-offset-4 hover:underline md:min-h-9 [&>svg]:size-4"
        >
          <Printer aria-hidden />
          {form === null ? 'Boş formu yazdır' : 'Formu yazdır'}
        </a>
      )}
    </div>
  )
}
