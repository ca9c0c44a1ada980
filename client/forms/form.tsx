import { type ComponentProps, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import { NextStep } from '#client/components/call-error.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { lazyPart } from '#client/components/lazy-part.tsx'
import type { LoginAgainDialogProps } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter, useDialogHold } from '#client/ui/dialog-parts.tsx'

import type { ConflictNoticeProps } from './conflict-notice.tsx'
import { DraftOffer, RestoredNotice, QueuedNotice } from './draft-notices.tsx'
import { ErrorSummary } from './error-summary.tsx'
import {
  applyMine,
  dropMine,
  type FormState,
  isQueuedOffline,
  mergedValues,
  showTheirs,
} from './form-state.ts'
import { differences } from './merge.ts'
import { type FormFields, visibleProblems, useIsBusy, useIsDirty } from './use-field.ts'
import type { Form } from './use-form.ts'

const ConflictNotice = lazyPart<ConflictNoticeProps>(() => import('./conflict-notice.tsx'))
const LoginAgainDialog = lazyDialog<LoginAgainDialogProps>(
  () => import('#client/components/login-again-dialog.tsx'),
)

interface FormFrameProps<V extends object, Stored> extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'form' | 'noValidate' | 'ref'
> {
  form: Form<V, Stored>
  /** The header of a form that fills a screen: rendered above the notices, which then include an error summary. */
  header?: ReactNode
  children: ReactNode
}

/**
 * A form with its notices. A small form shows problems at the fields and focuses the first invalid one; above them are
 * only problems of the whole form. After the end of the session a dialog asks for the password.
 */
export function FormFrame<V extends object, Stored>(props: FormFrameProps<V, Stored>) {
  const { form, header, children, ...attributes } = props
  const { store } = form
  const isScreen = header !== undefined
  const element = useRef<HTMLFormElement>(null)
  const attempts = useStore(store, (state) => state.attempts)
  const isSaving = useStore(store, (state) => state.phase === 'saving')
  const isConflict = useStore(store, (state) => state.conflict !== null)
  const isTheirsShown = useStore(store, (state) => state.conflict?.hiddenEdit != null)
  // A dialog closed during a save could not report a failure.
  useDialogHold(isSaving)
  const login = useLoginAgain(useIsDirty(form), form.resume)
  // The notice disappears together with its focused button.
  const focusSubmit = () => element.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  return (
    <>
      <form
        className="grid gap-4"
        {...attributes}
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        {header}
        <div data-notices className="grid gap-4 empty:hidden">
          <DraftOffer form={form} onAnswer={focusSubmit} />
          {isConflict && (
            <Conflict
              key={`${attempts} ${isTheirsShown}`}
              form={form}
              isScreen={isScreen}
              onChosen={focusSubmit}
            />
          )}
          {isScreen ? <ErrorSummary form={form} /> : <FirstProblem form={form} element={element} />}
          <RefusalNextStep form={form} />
          <QueuedNotice form={form} />
          {!isConflict && <RestoredNotice form={form} />}
        </div>
        {children}
      </form>
      <LoginAgainDialog {...login} />
    </>
  )
}

/** The user's next step after a refusal of the whole form; a queued change needs none. */
function RefusalNextStep<V extends object>({ form: { store } }: { form: FormFields<V> }) {
  const text = useStore(store, (state) =>
    state.refusal === null || state.refusal.name !== undefined || state.refusal.isQueued !== undefined
      ? ''
      : state.refusal.nextStep,
  )
  return <NextStep text={text} />
}

interface FirstProblemProps<V extends object> {
  form: FormFields<V>
  element: RefObject<HTMLFormElement | null>
}

/** The problems of the whole form; each save attempt focuses the first invalid field or shows them, later changes do not. */
function FirstProblem<V extends object>({ form, element }: FirstProblemProps<V>) {
  const { store } = form
  const attempts = useStore(store, (state) => state.attempts)
  const general = useStore(
    store,
    (state) => visibleProblems(state, form).find(({ names }) => names.length === 0)?.message,
  )
  const focus = useEffectEvent((tried: number) => {
    const state = store.get()
    if (tried === 0 || state.isQuiet) return
    const wrong = new Set<string>(visibleProblems(state, form).flatMap(({ names }) => names))
    const controls = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    controls.find((control) => wrong.has(control.getAttribute('name') ?? ''))?.focus()
    // A long form in a dialog may be scrolled past its notices, which come first.
    if (wrong.size === 0) element.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focus(attempts), [attempts])
  return general !== undefined && <Alert>{general}</Alert>
}

interface ConflictProps<V extends object, Stored> {
  form: Form<V, Stored>
  isScreen: boolean
  onChosen: () => void
}

function Conflict<V extends object, Stored>({ form, isScreen, onChosen }: ConflictProps<V, Stored>) {
  const { store, rules } = form
  const state = useStore(store, (current) => current)
  const { values, conflict, isQuiet } = state
  if (conflict === null) return null
  const isTheirsShown = conflict.hiddenEdit !== null
  const theirs = isTheirsShown ? values : conflict.theirs.values
  const choose = (next: (state: FormState<V>) => FormState<V>) => () => {
    store.set(next(store.get()))
    if (store.get().conflict === null) onChosen()
  }
  const apply = () => {
    choose((now) => applyMine(rules, now))()
    // The changed fields may be out of sight.
    if (isScreen) toast.info('Yazdıklarınız güncel kayda aktarıldı. Kaydetmeden önce gözden geçirin.')
  }
  // In a form that fills a screen, typed text can be discarded only after the stored values were shown.
  const canDrop = isTheirsShown || !isScreen
  return (
    <ConflictNotice
      isTheirsShown={isTheirsShown}
      isQuiet={isQuiet}
      differences={differences(rules, { mine: mergedValues(rules, state), theirs })}
      onShow={choose(showTheirs)}
      onApply={apply}
      onDrop={canDrop ? choose(dropMine) : undefined}
    />
  )
}

/**
 * The button 'Kaydet' or similar, busy during a save, and disabled while the submitted change is queued.
 */
export function SubmitButton<V extends object, Stored>({
  form,
  ...props
}: Omit<ComponentProps<typeof Button>, 'form'> & { form: Form<V, Stored> }) {
  const isQueued = useStore(form.store, isQueuedOffline)
  return <Button type="submit" isPending={useIsBusy(form)} disabled={isQueued} {...props} />
}

/** The buttons of a form in a dialog: 'Vazgeç' discards the typed text and closes, 'Kaydet' saves. */
export function DialogFormButtons<V extends object, Stored>({
  form,
  onClose,
}: {
  form: Form<V, Stored>
  onClose: () => void
}) {
  const cancel = () => {
    if (form.discard()) onClose()
  }
  return (
    <DialogFormFooter>
      <Button variant="outline" onClick={cancel}>
        Vazgeç
      </Button>
      <SubmitButton form={form}>Kaydet</SubmitButton>
    </DialogFormFooter>
  )
}
