import { Printer } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formDraftName } from '#client/features/kayit/outbox/queued-form.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatInstant } from '#shared/date.ts'
import type { Delivery, FormKind, Handover, Intake } from '#shared/intake/schema.ts'

import { formAddress } from './form-address.ts'
import { readTerms, storeTerms } from './known-terms.ts'
import type { FormItem, FormRecord } from './seen.ts'

/** A record that waits on this device for the connection, by the key of its save. */
export type WaitingRecord = { key: string; record: FormRecord; items: readonly FormItem[] }

export interface HandoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The stored record, 0 for `waiting`. */
  id: number
  waiting?: WaitingRecord | undefined
  /** Name of the record: plate and customer. */
  about: string
  /** Called when a form is stored, which may have changed its record. */
  onStored: () => void
}

interface HandoverDialogProps extends HandoverProps {
  kind: FormKind
  title: string
  className: string
  children: (loaded: LoadedHandover) => ReactNode
}

export interface LoadedHandover {
  handover: Handover
  record: FormRecord
  items: readonly FormItem[]
  /** The name of the form's drafts, without their keys. */
  draftName: string
}

const FAILED = 'Form açılamadı.'
/** A phone shows the form over the whole screen. */
const SHEET = 'max-md:top-0 max-md:max-h-dvh max-md:content-start max-md:rounded-none'

/** A sheet over the record in which its car is taken in or given back. */
export function HandoverDialog({ open, onOpenChange, id, about, ...props }: HandoverDialogProps) {
  const { kind, title, className, children, waiting } = props
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
        {waiting === undefined ? (
          <Loaded id={id} kind={kind}>
            {children}
          </Loaded>
        ) : (
          <Waiting {...{ kind, waiting }}>{children}</Waiting>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The form of a record that the server does not have yet. */
function Waiting({
  kind,
  waiting: { key, record, items },
  children,
}: Pick<HandoverDialogProps, 'kind' | 'children'> & { waiting: WaitingRecord }) {
  const userId = useSessionUser().id
  const terms = readTerms(userId)
  if (terms === undefined && kind === 'intake')
    return (
      <Alert variant="warning">
        Kabul şartları bu cihazda yok. Bağlantı varken bir kaydı bir kez açın; sonra bağlantısız da imza
        alınır.
      </Alert>
    )
  const draftName = formDraftName(kind, userId, { id: 0, key })
  return children({
    handover: { intake: null, delivery: null, terms: terms ?? '' },
    record,
    items,
    draftName,
  })
}

function Loaded({ id, kind, children }: Pick<HandoverDialogProps, 'id' | 'kind' | 'children'>) {
  // Read again each time, because another user may have filled it in meanwhile.
  const handover = trpc.intake.get.useQuery({ kayit_id: id }, { staleTime: 0, refetchOnWindowFocus: false })
  const record = trpc.kayit.get.useQuery({ kayit_id: id })
  const userId = useSessionUser().id
  const terms = handover.data?.terms
  useEffect(() => {
    if (terms !== undefined) storeTerms(userId, terms)
  }, [userId, terms])
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
      {children({
        handover: handover.data,
        record: record.data.kayit,
        items: record.data.islemler,
        draftName: formDraftName(kind, userId, { id }),
      })}
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
