import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { tabTitle } from '#client/components/page-header.tsx'
import { useKdvDahil } from '#client/features/kayit/items/item-add.tsx'
import { findUnpriced, useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import type { TillDialogsProps } from '#client/features/kayit/payments/till-dialogs.tsx'
import { useTill } from '#client/features/kayit/payments/use-till.ts'
import { highlightSaved } from '#client/features/kayit/list/saved-row.ts'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { isQueuedOffline } from '#client/forms/form-state.ts'
import { changeField, visibleProblems, useIsBusy, useIsDirty } from '#client/forms/use-field.ts'
import { type Attempt, type FormSettings, useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { shortcutProps } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { cn } from '#client/lib/cn.ts'
import { todayInIstanbul } from '#shared/date.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { isCompleted } from '#shared/kayit/rules.ts'
import { STAGE_WORDS } from '#shared/kayit/stage.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import { BackButton } from './back-button.tsx'
import { InfoCard } from './info-card.tsx'
import { ItemsCard } from './items-card.tsx'
import { focusNextOnEnter, useSaveKeys } from './form-keys.ts'
import { PdfButtons, withPdf } from './pdf-buttons.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordMenu } from './record-menu.tsx'
import { SaveBar } from './save-bar.tsx'
import { StatusButton } from './status-button.tsx'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import { useStatus } from './use-status.ts'
import { clearPreviousCustomer } from './apply-prefill.ts'
import {
  customerTitle,
  kayitDraftSettings,
  KAYIT_RULES,
  kayitProblems,
  type KayitValues,
  newKayit,
  saveInput,
  snapshotOf,
  type StoredKayit,
  addTypedLine,
  carTitle,
} from './values.ts'

interface KayitFormProps {
  /** Record to edit, `null` for a new one. */
  detail: KayitDetail | null
}

const EarlierVisitsCard = lazyPart(() => import('./earlier-visits-card.tsx'))
const RecordExtras = lazyPart(() => import('./record-extras.tsx'))
const PaymentList = lazyPart(() => import('#client/features/kayit/payments/payment-list.tsx'))
const TillDialogs = lazyDialog<TillDialogsProps>(
  () => import('#client/features/kayit/payments/till-dialogs.tsx'),
)

const afterSave = () => import('./after-save.ts')

/** A new record begins with its car and customer; the work comes first once they are known. */
const NEW = 'xl:grid-cols-[minmax(0,6fr)_minmax(0,10fr)]'
const STORED = 'xl:grid-cols-[minmax(0,1fr)_21.75rem]'

/** Shows the screen of a record (specification §2): general information, work items, documents. */
export function KayitForm({ detail }: KayitFormProps) {
  const id = detail?.kayit.id ?? 0
  const isNew = id === 0
  const user = useSessionUser()
  const hasPrices = useRight('prices')
  const canQuote = useRight('quotes')
  const [kdvDahil, setKdvDahil] = useKdvDahil(user.prices_with_vat)
  const [today] = useState(() => todayInIstanbul(new Date()))
  const newRecordOf = useLocation({ select: ({ state }) => state.newRecordOf })
  const [newOne] = useState(() => newKayit(today, newRecordOf))
  const stored = useMemo(() => (detail === null ? newOne : snapshotOf(detail)), [detail, newOne])
  // A shortcut can save while the name field still has the focus, so the save itself drops the previous customer's
  // data.
  const prepare = (values: KayitValues) =>
    addTypedLine(clearPreviousCustomer(values)?.values ?? values, { kdvDahil, isUnpriced: !hasPrices })
  const form = useForm<KayitValues, StoredKayit>({
    rules: KAYIT_RULES,
    stored,
    validate: kayitProblems,
    draft: kayitDraftSettings(user.id, id),
    prepare,
    ...useSaveKayit(id),
    closesAfterSave: isNew,
    canQueue: isNew,
    snapshotOf,
    reload: () => api.kayit.get.fetch({ kayit_id: id }, { staleTime: 0 }),
    failureMessage: (error) => errorMessage(error, messages.kayitSaveFailed),
    controlName: (field) => field.replace(/^info\./, ''),
  })
  const isDirty = useIsDirty(form)
  const isBusy = useIsBusy(form)
  const isQueued = useStore(form.store, isQueuedOffline)
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const unpriced = () => {
    const { values, base } = form.store.get()
    return { typed: findUnpriced(prepare(values).islemler), stored: findUnpriced(base.islemler) }
  }
  const base = useStore(form.store, (state) => state.base)
  const { stage } = base
  const setStage = (as: KayitValues['stage'] = stage) => changeField(form.store, 'stage', () => as)
  /**
   * Saves, but asks first when a record with unpriced items is completed or its document opened. `as` changes the stage;
   * a later save without it does not.
   */
  const submit = (attempt?: Attempt<StoredKayit>, as?: KayitValues['stage']) => {
    // 'Kaydet' would make a visit of a queued quote.
    if (!isQueued) setStage(as)
    const goOn = () => form.submit(attempt)
    const { values, base, phase } = form.store.get()
    const isCompleting = isCompleted(values) && !isCompleted(base)
    const isAsked = hasPrices && phase === 'idle' && (attempt !== undefined || isCompleting)
    if (!isAsked || kayitProblems(prepare(values)).length > 0) return goOn()
    askUnpriced(unpriced().typed, 'Yine de kaydet', goOn)
  }
  const saveAndPdf = () => submit(withPdf('kdvli'))
  const till = useTill(stage ? 0 : id)
  const router = useRouter()
  const reload = () => router.invalidate()
  /** Offers to make the visit a quote or an appointment again. */
  const offerReturn = (stored: StoredKayit) =>
    void afterSave().then((code) => code.offerReturn(stored, { stage, reload }))
  const arrive = () => submit(() => ({ onStored: offerReturn, onRefused: () => {} }), 'visit')
  /** Opens the payment's panel; unsaved changes are stored first, because they may change the total. */
  const take = () => {
    if (stage) return arrive()
    const ask = () => till?.ask('payment')
    if (isDirty) submit(() => ({ onStored: () => void till?.refresh().then(ask), onRefused: () => {} }))
    else ask()
  }
  useSaveKeys({
    onSave: () => submit(),
    onSaveAndPdf: hasPrices ? saveAndPdf : undefined,
    onTake: till || stage ? take : undefined,
  })
  const isWrong = useStore(form.store, (state) => visibleProblems(state, form).length > 0)
  const word = stage && STAGE_WORDS[stage]
  const title = isNew ? 'Kayıt Oluştur' : word || 'Kayıt Düzenle'
  const [about, plate, car] = [customerTitle(base), base.plaka.trim(), carTitle(base)]
  const own = useStatus(form)
  // A quote has one other status, which makes it a visit; more work is added to its own.
  const canArrive = !!stage && !detail?.for_kayit_id
  const options = canArrive ? [word, DURUM_DEVAM] : [word]
  const status = word ? { ...own, current: word, options, change: arrive } : own
  const tab = tabTitle({ title, plate, about })
  useDocumentTitle(isWrong ? `Hata: ${tab}` : tab)
  return (
    <>
      {/* The screen closes after a new record is stored, which would lose text typed meanwhile. */}
      <FormFrame
        form={{ ...form, submit }}
        className="flex min-h-[calc(100dvh-var(--header-height)-var(--bottom-bar)-2.5rem)] flex-col *:data-notices:mb-4"
        data-print="hide"
        inert={isNew && isBusy}
        onKeyDown={focusNextOnEnter}
        header={
          <RecordHeader
            {...{ title, plate, about, car }}
            back={<BackButton />}
            actions={
              <>
                <SubmitButton
                  form={form}
                  variant="outline"
                  className="max-md:px-3"
                  {...shortcutProps('Kaydet', 'Control+S')}
                >
                  Kaydet
                </SubmitButton>
                {(!isNew || canQuote) && (
                  <RecordMenu
                    {...{ form, status, plate }}
                    kayitId={id}
                    customer={about}
                    onQuote={() => submit(undefined, 'quote')}
                  />
                )}
              </>
            }
          >
            {!isNew && <StatusButton {...status} />}
            {!isNew && hasPrices && (
              <PdfButtons
                {...{ id, isDirty, unpriced }}
                onAskUnpriced={askUnpriced}
                onSave={(kind) => {
                  setStage()
                  form.submit(withPdf(kind))
                }}
              />
            )}
          </RecordHeader>
        }
      >
        <div
          data-slot="columns"
          className={cn('mb-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4', isNew ? NEW : STORED)}
        >
          {isNew && <InfoCard form={form} status={status} isNew />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ItemsCard
              form={form}
              kayitId={id}
              hasPrices={hasPrices}
              kdvDahil={kdvDahil}
              onKdvDahilChange={setKdvDahil}
            />
            {till !== null && <PaymentList till={till} />}
          </div>
          {!isNew && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <InfoCard form={form} status={status} isNew={false} />
              <EarlierVisitsCard id={id} form={form} />
            </div>
          )}
        </div>
        <SaveBar
          {...{ form, hasPrices, isNew, till }}
          stage={canArrive ? stage : ''}
          onTake={take}
          onSaveAndPdf={hasPrices && (isNew || isDirty) ? saveAndPdf : undefined}
        />
      </FormFrame>
      {unpricedQuestion}
      {till !== null && (
        <TillDialogs
          open={till.asked !== null}
          onOpenChange={() => till.ask(null)}
          {...{ kayitId: id, till, form }}
        />
      )}
      <RecordExtras
        {...{ isDirty, id, form, kdvDahil, hasPrices }}
        canLeave={isQueued}
        onLeave={form.draft.flush}
      />
    </>
  )
}

/** Saves the record; afterwards a new one leads to its row in the list, a stored one stays open. */
function useSaveKayit(id: number): Pick<FormSettings<KayitValues, StoredKayit>, 'save' | 'onStored'> {
  const router = useRouter()
  const showStored = useShowStored()
  const { mutateAsync } = trpc.kayit.save.useMutation()
  const { mutateAsync: arrive } = trpc.kayit.becomeVisit.useMutation()
  const showInList = async (stored: StoredKayit) => {
    const search = await afterSave().then(
      (code) => code.showCreated(stored),
      () => ({}),
    )
    void router.navigate({ to: '/books', search, ignoreBlocker: true })
  }
  return {
    save: (values, keyAndVersion) =>
      (values.stage === 'visit' ? arrive : mutateAsync)(saveInput(values, { ...keyAndVersion, id })),
    onStored: (stored) => {
      const kayit_id = stored.kayit.id
      const before = api.kayit.get.getData({ kayit_id })
      showStored(stored)
      if (isCompleted(stored.kayit) && !(before && isCompleted(before.kayit)))
        void afterSave().then((code) => code.offerNextService(kayit_id, id === 0))
      highlightSaved(kayit_id)
      if (id !== 0) return toast.success(messages.kayitUpdated)
      void showInList(stored)
    },
  }
}
