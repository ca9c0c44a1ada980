import { useRef, useState, type SubmitEvent } from 'react'

import { ChangedNotice, type ChangedNoticeProps } from '#client/components/changed-notice.tsx'
import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { contestedFields, isDraftDirty, rebaseDraft } from '#client/lib/versioned-draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter, useDialogHold } from '#client/ui/dialog.tsx'
import type { VersionedUser } from '#shared/admin/schema.ts'

import { useUserDraft } from './user-draft.ts'
import { NewPassword, UserFields } from './user-fields.tsx'
import { useSaveUser } from './user-save.ts'
import {
  FIELD_LABELS,
  firstWrong,
  saveInput,
  shownValue,
  userDraft,
  userProblems,
  type UserProblems,
} from './user-values.ts'

export interface UserFormProps {
  /** `null` for a new one. */
  user: VersionedUser | null
  /** Stored, and more was typed meanwhile: from here on that is what is changed. */
  onGoOn: (stored: VersionedUser) => void
  onClose: () => void
}

/** Checks on 'Kaydet', saves, and keeps what is typed until it is stored. */
export function UserForm({ user, onGoOn, onClose }: UserFormProps) {
  const id = user?.id ?? 0
  const isNew = id === 0
  const form = useRef<HTMLFormElement>(null)
  const { draft, isRestored, password, setPassword, set, ...kept } = useUserDraft(user)
  const [isTried, setIsTried] = useState(false)
  const [contested, setContested] = useState<ChangedNoticeProps['contested']>()
  const [isGoingOn, setIsGoingOn] = useState(false)
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const leave = () => {
    kept.forget()
    onClose()
  }
  const goOn = async (storedId: number) => {
    setIsGoingOn(true)
    const stored = await kept.goOn(storedId)
    setIsGoingOn(false)
    if (stored === undefined) return
    onGoOn(stored)
    setContested(undefined)
    setIsTried(false)
  }
  const saving = useSaveUser({
    onStored: (storedId) => (kept.isTypedSince() ? void goOn(storedId) : leave()),
    onWrong: focus,
    onConflict: (newer) => {
      const [mine, theirs] = [kept.current(), userDraft(newer)]
      const fields = contestedFields(mine, theirs)
      setContested(
        fields.map((name) => ({ label: FIELD_LABELS[name], theirs: shownValue(name, theirs.values[name]) })),
      )
      set(rebaseDraft(mine, theirs))
    },
  })
  const isPending = saving.isPending || isGoingOn
  // Closed now, a failure would tell nobody.
  useDialogHold(isPending)
  const loginAgain = useLoginAgain(isDraftDirty(draft) || password !== '', saving.resume)
  const problems = userProblems(draft.values, password, { stored: user })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = firstWrong(problems)
    if (wrong !== undefined) return focus(wrong)
    if (isPending) return
    kept.take()
    saving.save(saveInput(draft, { id, password, key: draft.key }))
  }
  const refused = refusedField(saving.refusal, { ...draft.values, new_password: password })
  const shownProblems = { ...refused, ...(isTried && problems) }
  return (
    <>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {saving.refusal !== undefined && refused === undefined && <Alert>{saving.refusal.message}</Alert>}
        {contested !== undefined && <ChangedNotice contested={contested} />}
        {isRestored && contested === undefined && (
          <Alert variant="info">Kaydedilmemiş bilgiler geri yüklendi.</Alert>
        )}
        {user !== null && user.company_logo !== '' && (
          <img
            src={user.company_logo}
            alt="Firma logosu"
            className="h-20 max-w-full justify-self-start rounded-md border border-border bg-[#ffffff] object-contain p-2"
          />
        )}
        <UserFields
          values={draft.values}
          problems={shownProblems}
          onChange={(values) => set({ ...draft, values })}
        />
        <NewPassword
          value={password}
          isNew={isNew}
          error={shownProblems.new_password}
          onChange={setPassword}
        />
        <DialogFormFooter>
          <Button variant="outline" onClick={() => isPending || leave()}>
            Vazgeç
          </Button>
          <Button type="submit" pending={isPending}>
            Kaydet
          </Button>
        </DialogFormFooter>
      </form>
      <LoginAgainDialog {...loginAgain} />
    </>
  )
}

/** What the server found wrong in a field, as long as the field holds what was sent. */
function refusedField(
  refusal: ReturnType<typeof useSaveUser>['refusal'],
  values: Record<string, string>,
): UserProblems | undefined {
  const { field, message, sent } = refusal ?? {}
  if (field === undefined || message === undefined || !Object.hasOwn(values, field)) return undefined
  return values[field] === sent?.[field as keyof typeof sent] ? { [field]: message } : {}
}
