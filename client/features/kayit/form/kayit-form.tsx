import { useEffect, useMemo, useRef, type SubmitEvent } from 'react'

import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { PageHeader, tabTitle } from '#client/components/page-header.tsx'
import { ConflictNotice } from '#client/forms/conflict-notice.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { keyHint } from '#client/lib/shortcuts.ts'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { Button } from '#client/ui/button.tsx'
import { todayInIstanbul } from '#shared/date.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'
import { kayitTotals } from '#shared/money.ts'

import { useKdvDahil } from '#client/features/kayit/items/kdv.ts'
import { IslemSection } from '#client/features/kayit/items/item-section.tsx'
import { type Autosave, useAutosave } from './autosave.ts'
import { BackButton } from './back-button.tsx'
import { SaveBar } from './save-bar.tsx'
import { type ConflictControl, useConflict } from './conflict.ts'
import { type KayitDraft, draftPrefix } from './draft.ts'
import { ErrorSummary, formProblems } from './errors.tsx'
import { focusSave } from './focus.ts'
import { KayitInfo } from './info-card.tsx'
import { useKayitKeys } from './keys.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { type KayitModel, useKayitModel } from './model.ts'
import { DraftNotice } from './notices.tsx'
import { PdfButtons } from './pdf-buttons.tsx'
import { useSaveKayit } from './save.ts'
import { baseOf, nameOf, newBase } from './values.ts'
import { KayitPrint } from './print.tsx'

export interface KayitFormProps {
  /** `null` for a new record. */
  detail: KayitDetail | null
}

/** The record's screen (specification §2): general information, work items, documents. */
export function KayitForm({ detail }: KayitFormProps) {
  const id = detail?.kayit.id ?? 0
  const element = useRef<HTMLFormElement>(null)
  const [kdvDahil, setKdvDahil] = useKdvDahil()
  const model = useKayitModel(() => (detail === null ? newBase(todayInIstanbul(new Date())) : baseOf(detail)))
  const twoSides = useConflict(model)
  const { conflict } = twoSides
  const autosave = useAutosave(model, draftPrefix(useSessionUser().id, id), twoSides.waiting)
  const saving = useSaveKayit(model, {
    id,
    key: autosave.key,
    kdvDahil,
    onStored: ({ isNew }) => autosave.settle({ forGood: isNew }),
    onConflict: (current) => twoSides.found(baseOf(current)),
  })
  const saveAndPdf = () => saving.submit({ withPdf: 'kdvli' })
  useKayitKeys({ form: element, onSave: () => saving.submit(), onSaveAndPdf: saveAndPdf })
  const { form, isDirty, rows } = model
  // A new record begins at the plate.
  useEffect(() => (id === 0 ? form.setFocus('plaka') : undefined), [form, id])
  const login = useLoginAgain(isDirty, saving.resume)
  const totals = useMemo(() => kayitTotals(rows), [rows])
  const problems = formProblems(model, saving.refusal)
  const title = id === 0 ? 'Kayıt Oluştur' : 'Kayıt Düzenle'
  const about = nameOf(model.base.values.info)
  const tab = tabTitle(title, about)
  useDocumentTitle(problems.length > 0 ? `Hata: ${tab}` : tab)

  const answered = (answer: () => void) => () => {
    answer()
    focusSave(element.current)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.submit()
  }
  return (
    <>
      {/* A new record leaves the screen once it is stored: what was typed meanwhile would go with it. */}
      <form
        ref={element}
        noValidate
        data-print="hide"
        inert={id === 0 && saving.isPending}
        onSubmit={submit}
        onInput={saving.noteTyping}
      >
        <PageHeader title={title} about={about}>
          <BackButton />
          {id !== 0 && (
            <PdfButtons id={id} isDirty={isDirty} onSave={(withPdf) => saving.submit({ withPdf })} />
          )}
          <Button
            type="submit"
            className="max-md:grow"
            pending={saving.isPending}
            {...keyHint('Kaydet', 'Control+S')}
          >
            Kaydet
          </Button>
        </PageHeader>
        <div className="grid gap-4 not-empty:mb-4">
          {autosave.offer !== undefined && (
            <DraftNotice
              draft={autosave.offer}
              onRestore={answered(restore({ model, autosave, twoSides }, autosave.offer))}
              onDrop={answered(drop(autosave, autosave.offer))}
            />
          )}
          {conflict !== null && (
            <ConflictNotice
              key={`${saving.attempts} ${conflict.isShown}`}
              isShown={conflict.isShown}
              isQuiet={saving.isQuiet}
              differences={conflict.differences}
              onShow={conflict.show}
              onApply={answered(conflict.apply)}
              onDrop={conflict.isShown ? answered(conflict.drop) : undefined}
            />
          )}
          <ErrorSummary problems={problems} attempts={saving.attempts} isQuiet={saving.isQuiet} />
        </div>
        <KayitInfo form={form} storedDurum={model.base.values.info.durum} />
        <IslemSection model={model} totals={totals} kdvDahil={kdvDahil} onKdvDahilChange={setKdvDahil} />
        <SaveBar
          totals={totals}
          isPending={saving.isPending}
          onSaveAndPdf={id === 0 || isDirty ? saveAndPdf : undefined}
        />
      </form>
      <LeaveGuard isDirty={isDirty} onLeave={autosave.flush} />
      <LoginAgainDialog {...login} />
      <KayitPrint id={id} model={model} kdvDahil={kdvDahil} />
    </>
  )
}

interface Restoring {
  model: KayitModel
  autosave: Autosave
  twoSides: ConflictControl
}

/** A draft of the same version goes into the form; one of an older version waits beside the current record. */
const restore =
  ({ model, autosave, twoSides }: Restoring, draft: KayitDraft) =>
  () => {
    autosave.accept(draft)
    if (draft.base.version === model.base.version) {
      model.load(draft.values, model.base)
      model.setLine(draft.line)
    } else {
      model.load(model.base.values, model.base)
      twoSides.foundBeside({ base: draft.base.values, mine: draft.values, theirs: model.base })
      model.setLine(draft.line)
    }
  }

const drop = (autosave: Autosave, draft: KayitDraft) => () => autosave.refuse(draft)
