import { type ComponentProps, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { useDialogHold } from '#client/ui/dialog.tsx'

import { ConflictNotice } from './conflict-notice.tsx'
import { DraftOffer, RestoredNotice } from './draft-notices.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { applyMine, dropMine, type FormState, mergedValues, showTheirs } from './form-state.ts'
import { differences } from './merge.ts'
import { type FormFields, problemsShown, useIsBusy, useIsDirty } from './use-field.ts'
import type { Form } from './use-form.ts'

export interface FormFrameProps<V extends object, Stored> extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'form' | 'noValidate' | 'ref'
> {
  form: Form<V, Stored>
  /** Of a form that is a whole screen: stands above the notices, and one of those lists what is wrong. */
  header?: ReactNode
  children: ReactNode
}

/**
 * A form with its notices. In a small one what is wrong stands beside the fields and the first wrong one gets the
 * focus; above them is only what is about the whole. A session that ends asks for the password over it.
 */
export function FormFrame<V extends object, Stored>(props: FormFrameProps<V, Stored>) {
  const { form, header, children, ...attributes } = props
  const { store } = form
  const isScreen = header !== undefined
  const element = useRef<HTMLFormElement>(null)
  const attempts = useStore(store, (state) => state.attempts)
  const isSaving = useStore(store, (state) => state.phase === 'saving')
  const isConflict = useStore(store, (state) => state.conflict !== null)
  const isShown = useStore(store, (state) => state.conflict?.waiting != null)
  // Closed now, a failure would tell nobody.
  useDialogHold(isSaving)
  const login = useLoginAgain(useIsDirty(form), form.resume)
  // A notice goes, and with it the button that had the focus.
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
            <Conflict key={`${attempts} ${isShown}`} form={form} isScreen={isScreen} onChosen={focusSubmit} />
          )}
          {isScreen ? <ErrorSummary form={form} /> : <FirstProblem form={form} element={element} />}
          {!isConflict && <RestoredNotice form={form} />}
        </div>
        {children}
      </form>
      <LoginAgainDialog {...login} />
    </>
  )
}

interface FirstProblemProps<V extends object> {
  form: FormFields<V>
  element: RefObject<HTMLFormElement | null>
}

/** What is wrong with the whole; each attempt leads to the first wrong field, what becomes wrong later does not. */
function FirstProblem<V extends object>({ form, element }: FirstProblemProps<V>) {
  const { store } = form
  const attempts = useStore(store, (state) => state.attempts)
  const general = useStore(
    store,
    (state) => problemsShown(state, form).find(({ names }) => names.length === 0)?.message,
  )
  const focus = useEffectEvent((tried: number) => {
    const state = store.get()
    if (tried === 0 || state.isQuiet) return
    const wrong = new Set<string>(problemsShown(state, form).flatMap(({ names }) => names))
    const controls = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    controls.find((control) => wrong.has(control.getAttribute('name') ?? ''))?.focus()
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
  const isShown = conflict.waiting !== null
  const theirs = isShown ? values : conflict.theirs.values
  const choose = (next: (state: FormState<V>) => FormState<V>) => () => {
    store.set(next(store.get()))
    if (store.get().conflict === null) onChosen()
  }
  const apply = () => {
    choose((now) => applyMine(rules, now))()
    // The fields that change by it may be out of sight.
    if (isScreen) toast.info('Yazdıklarınız güncel kayda aktarıldı. Kaydetmeden önce gözden geçirin.')
  }
  // As much as a screen holds is dropped only by somebody who has seen what takes its place.
  const canDrop = isShown || !isScreen
  return (
    <ConflictNotice
      isShown={isShown}
      isQuiet={isQuiet}
      differences={differences(rules, { mine: mergedValues(rules, state), theirs })}
      onShow={choose(showTheirs)}
      onApply={apply}
      onDrop={canDrop ? choose(dropMine) : undefined}
    />
  )
}

/** 'Kaydet' or its like, busy while the save runs. */
export function SubmitButton<V extends object, Stored>({
  form,
  ...props
}: Omit<ComponentProps<typeof Button>, 'form'> & { form: Form<V, Stored> }) {
  return <Button type="submit" pending={useIsBusy(form)} {...props} />
}
