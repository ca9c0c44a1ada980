import { Link, useRouter } from '@tanstack/react-router'
import {
  Ban,
  Car,
  CirclePause,
  ClipboardCheck,
  History,
  KeyRound,
  MessageCircleQuestion,
  type LucideIcon,
  PackagePlus,
  Split,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { BookLine } from '#client/components/directory/book-line.tsx'
import { MoreLine } from '#client/components/directory/more-menu.tsx'
import { useDetach } from '#client/components/directory/use-linking.ts'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { reportRestoreFailure } from '#client/components/row-deletion.tsx'
import type { HandoverProps } from '#client/features/kayit/intake/handover-dialog.tsx'
import PackageDialog from '#client/features/kayit/items/package-dialog.tsx'
import { useIsDirty } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { connection } from '#client/lib/connection.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useRight } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { isDiscount } from '#shared/kayit/discount.ts'
import { takesMoreWork } from '#shared/kayit/extra-work.ts'
import { messages } from '#shared/messages.ts'
import { DURUM_BEKLEMEDE, DURUM_IPTAL } from '#shared/options.ts'

import { NewRecordMenu } from './new-record-menu.tsx'
import type { Status } from './use-status.ts'
import type { KayitValues, StoredKayit } from './values.ts'

const IntakeDialog = lazyDialog<HandoverProps>(
  () => import('#client/features/kayit/intake/intake-dialog.tsx'),
)
const DeliveryDialog = lazyDialog<HandoverProps>(
  () => import('#client/features/kayit/intake/delivery-dialog.tsx'),
)
const HistoryDialog = lazyDialog(() => import('./history-dialog.tsx'))

export interface RecordMenuProps {
  /** Id of the open panel. */
  id: string
  kayitId: number
  form: Form<KayitValues, StoredKayit>
  status: Status
  /** The stored plate and customer, which name the record in its dialogs. */
  plate: string
  customer: string
  /** Stores a new record as a quote. */
  onQuote: () => void
  /** Closes the panel and returns the focus to its button. */
  leave: () => unknown
}

type Asked = 'intake' | 'delivery' | 'history' | 'package' | 'delete' | null

/** Shows the rarer actions of a record. */
export default function RecordMenuPanel(props: RecordMenuProps & { open: boolean }) {
  return props.kayitId === 0 ? <NewRecordMenu {...props} /> : <StoredRecordMenu {...props} />
}

/** Shows the actions of a stored record, and the dialogs that they open. */
function StoredRecordMenu(props: RecordMenuProps & { open: boolean }) {
  const { id, kayitId, form, status, leave, open } = props
  const about = joinIsolated(' · ', [props.plate, props.customer])
  const [asked, setAsked] = useState<Asked>(null)
  const rows = useStore(form.store, ({ values }) => values.islemler)
  const base = useStore(form.store, (state) => state.base)
  const isVisit = base.stage === ''
  const isOpen = takesMoreWork({ ...base, cikis_tarihi: base.cikis_tarihi || null })
  const canAsk = useRight('quotes') && isVisit && isOpen
  const askExtra = useAskExtra(kayitId)
  const named = rows.filter((row) => row.islem_adi.trim() !== '' && !isDiscount(row))
  const [hasPrices, canDelete] = [useRight('prices'), useRight('remove')]
  const { data } = trpc.vehicle.earlier.useQuery({ kayit_ids: [String(kayitId)] }, { meta: QUIET })
  const car = data?.[0]
  const utils = trpc.useUtils()
  const detach = useDetach({
    relink: trpc.vehicle.relink.useMutation().mutateAsync,
    refresh: () =>
      Promise.all([utils.vehicle.invalidate(), utils.customer.invalidate(), utils.payment.invalidate()]),
    words: { detached: 'Kayıt bu araçtan ayrıldı.' },
  })
  const remove = useDelete(kayitId, form.discard)
  const line = (Icon: LucideIcon, text: string, act: () => void) => (
    <MoreLine Icon={Icon} leave={leave} onClick={act}>
      {text}
    </MoreLine>
  )
  const showRecord = useShowRecord(kayitId)
  const handover = { id: kayitId, about, onStored: () => void showRecord() }
  const isDirty = useIsDirty(form)
  /** Opens a form that changes the record too: unsaved changes are stored first. */
  const openForm = (name: Asked) => () => {
    const show = () => setAsked(name)
    if (isDirty && connection.get() === 'up') form.submit(() => ({ onStored: show, onRefused: () => {} }))
    else show()
  }
  const dialog = (name: Asked) => ({ open: asked === name, onOpenChange: () => setAsked(null) })
  return (
    <>
      <MenuPanel id={id} hidden={!open}>
        {isVisit && line(ClipboardCheck, 'Araç kabul', openForm('intake'))}
        {isVisit && line(KeyRound, 'Teslim et', openForm('delivery'))}
        {canAsk && line(MessageCircleQuestion, 'Ek iş sor', askExtra)}
        {line(History, 'Geçmiş', () => setAsked('history'))}
        {hasPrices &&
          named.length > 0 &&
          line(PackagePlus, 'Bu işlemleri paket yap…', () => setAsked('package'))}
        {isVisit &&
          status.current !== DURUM_BEKLEMEDE &&
          line(CirclePause, 'Beklemeye al', () => status.change(DURUM_BEKLEMEDE))}
        {isVisit && status.current !== DURUM_IPTAL && line(Ban, 'İptal et', status.cancel)}
        {isVisit && <BookLine of={base} />}
        {car !== undefined && (
          <>
            <Link to="/vehicle/$id" params={{ id: String(car.vehicle_id) }} className={MENU_LINE}>
              <Car aria-hidden />
              Aracı aç, birleştir
            </Link>
            {car.visits > 0 && line(Split, 'Bu araca ait değil', () => void detach({ kayit_id: kayitId }))}
          </>
        )}
        {canDelete && line(Trash2, 'Sil', () => setAsked('delete'))}
      </MenuPanel>
      <IntakeDialog {...dialog('intake')} {...handover} />
      <DeliveryDialog {...dialog('delivery')} {...handover} />
      <HistoryDialog {...dialog('history')} id={kayitId} about={about} />
      <PackageDialog {...dialog('package')} rows={named} />
      <ConfirmDialog
        {...dialog('delete')}
        question="Silmek istediğine emin misin?"
        isPending={remove.isPending}
        onConfirm={remove.run}
      >
        {about}
      </ConfirmDialog>
    </>
  )
}

/** Returns the action that reads a record again which one of its forms has changed. */
function useShowRecord(kayit_id: number) {
  const router = useRouter()
  const showStored = useShowStored()
  return async () => {
    try {
      showStored(await api.kayit.get.fetch({ kayit_id }, { staleTime: 0 }))
      await router.invalidate()
    } catch (error) {
      logError('Kayıt okunamadı.', error)
    }
  }
}

/** Returns the action that opens a quote which asks the customer of a visit about more work. */
function useAskExtra(kayitId: number) {
  const router = useRouter()
  const { share } = trpc.useUtils()
  const { mutate } = trpc.kayit.askExtra.useMutation({
    onSuccess: ({ kayit_id }) => {
      void share.quote.invalidate()
      void router.navigate({ to: '/book/$id', params: { id: String(kayit_id) } })
    },
    onError: (error) => toast.error(errorMessage(error, 'Ek iş sorulamadı.')),
  })
  return () => mutate({ kayit_id: String(kayitId) })
}

/** Returns the action that deletes the record and leads to the list, where it can be restored for ten seconds. */
function useDelete(kayitId: number, discard: () => boolean) {
  const router = useRouter()
  const { kayit, stats, payment } = trpc.useUtils()
  const input = { kayit_id: kayitId }
  const refresh = () => Promise.all([kayit.invalidate(), stats.invalidate(), payment.invalidate()])
  const restore = trpc.kayit.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.kayitRestored)
      return refresh()
    },
    onError: (error) => reportRestoreFailure(error, messages.kayitRestoreFailed, () => restore.mutate(input)),
  })
  const { mutate, isPending } = trpc.kayit.delete.useMutation({
    onSuccess: () => {
      discard()
      toast.undo(messages.kayitDeleted, () => restore.mutate(input))
      void router.navigate({ to: '/books', ignoreBlocker: true }).then(refresh)
    },
    onError: (error) =>
      toast.error(errorMessage(error, messages.kayitDeleteFailed, messages.kayitDeleteFailed)),
  })
  return { isPending, run: () => mutate(input) }
}
