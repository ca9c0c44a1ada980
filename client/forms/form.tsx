import { useEffect, useEffectEvent, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'

import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { useDialogHold } from '#client/ui/dialog.tsx'

import { ConflictNotice } from './conflict-notice.tsx'
import { applyMine, dropMine, type FormState, mergedValues, showTheirs } from './form-state.ts'
import { differences } from './merge.ts'
import { useStore } from '#client/lib/store.ts'
import { type Form, problemsShown, useIsDirty } from './use-form.ts'

export interface FormFrameProps<V extends object, Stored> extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'form' | 'noValidate'
> {
  form: Form<V, Stored>
  children: ReactNode
}

/**
 * A small form: what is wrong stands beside the fields and the first wrong one gets the focus; above them is only
 * what is about the whole. A session that ends asks for the password over it.
 */
export function FormFrame<V extends object, Stored>({ form, children, ...props }: FormFrameProps<V, Stored>) {
  const { store, problems } = form
  const element = useRef<HTMLFormElement>(null)
  const attempts = useStore(store, (state) => state.attempts)
  const isSaving = useStore(store, (state) => state.phase === 'saving')
  const conflict = useStore(store, (state) => state.conflict)
  const general = useStore(
    store,
    (state) => problemsShown(state, problems).find(({ names }) => names.length === 0)?.message,
  )
  // Closed now, a failure would tell nobody.
  useDialogHold(isSaving)
  const login = useLoginAgain(useIsDirty(form), form.resume)
  const focusFirstWrong = useEffectEvent((tried: number) => {
    const state = store.get()
    if (tried === 0 || state.isQuiet) return
    const wrong = new Set<string>(problemsShown(state, problems).flatMap(({ names }) => names))
    const controls = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    controls.find((control) => wrong.has(control.getAttribute('name') ?? ''))?.focus()
  })
  // Each attempt leads to the first wrong field; what becomes wrong while one types does not.
  useEffect(() => focusFirstWrong(attempts), [attempts])
  return (
    <>
      <form
        className="grid gap-4"
        {...props}
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        {general !== undefined && <Alert>{general}</Alert>}
        {conflict !== null && <Conflict key={attempts} form={form} element={element} />}
        {form.draft.isRestored && conflict === null && <RestoredNotice form={form} />}
        {children}
      </form>
      <LoginAgainDialog {...login} />
    </>
  )
}

interface ConflictProps<V extends object, Stored> {
  form: Form<V, Stored>
  element: RefObject<HTMLFormElement | null>
}

function Conflict<V extends object, Stored>({ form, element }: ConflictProps<V, Stored>) {
  const { store, rules } = form
  const state = useStore(store, (current) => current)
  const { values, conflict, isQuiet } = state
  if (conflict === null) return null
  const isShown = conflict.waiting !== null
  const theirs = isShown ? values : conflict.theirs.values
  const choose = (next: (state: FormState<V>) => FormState<V>) => () => {
    store.set(next(store.get()))
    // The notice goes, and with it the button that had the focus.
    if (store.get().conflict === null)
      element.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  }
  return (
    <ConflictNotice
      isShown={isShown}
      isQuiet={isQuiet}
      differences={differences(rules, { mine: mergedValues(rules, state), theirs })}
      onShow={choose(showTheirs)}
      onApply={choose((now) => applyMine(rules, now))}
      onDrop={choose(dropMine)}
    />
  )
}

/** What was typed before a reload, or before the dialog was closed, is in the fields again. */
function RestoredNotice<V extends object, Stored>({ form }: { form: Form<V, Stored> }) {
  const isDirty = useIsDirty(form)
  if (!isDirty) return null
  return (
    <Alert variant="info" className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>Kaydedilmemiş bilgiler geri yüklendi.</p>
        <Button variant="outline" size="sm" onClick={form.discard}>
          Taslağı sil
        </Button>
      </div>
    </Alert>
  )
}

/** 'Kaydet' or its like, busy while the save runs. */
export function SubmitButton<V extends object, Stored>({
  form,
  ...props
}: Omit<ComponentProps<typeof Button>, 'form'> & { form: Form<V, Stored> }) {
  const isSaving = useStore(form.store, (state) => state.phase !== 'idle')
  return <Button type="submit" pending={isSaving} {...props} />
}
