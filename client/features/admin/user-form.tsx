import { useRef, useState, type SubmitEvent } from 'react'

import { ChangedNotice, type ChangedNoticeProps } from '#client/components/changed-notice.tsx'
import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import type { RouterInputs } from '#client/lib/api.ts'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { contestedFields, isDraftDirty, rebaseDraft } from '#client/lib/versioned-draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import type { VersionedUser } from '#shared/admin/schema.ts'

import { NewPassword, UserFields } from './user-fields.tsx'
import { useSaveUser } from './user-save.ts'
import {
  FIELD_LABELS,
  firstWrong,
  saveInput,
  shownValue,
  type UserDraft,
  userDraft,
  userProblems,
  type UserProblems,
} from './user-values.ts'

export interface UserFormProps {
  /** `null` for a new one. */
  user: VersionedUser | null
  shown: RouterInputs['admin']['users']
  onClose: () => void
}

/** What is typed, and the password, which is never kept on this device. */
function useUserDraft(user: VersionedUser | null) {
  const begin = () => ({ ...userDraft(user), key: randomKey() })
  const kept = useDraft(`kullanici:${useSessionUser().id}:${user?.id ?? 0}`, begin)
  const [password, setPassword] = useState('')
  const set = (next: UserDraft) => {
    const keyed = { ...next, key: kept.value.key }
    return isDraftDirty(next) ? kept.change(keyed) : kept.reset(keyed)
  }
  return {
    draft: kept.value,
    isRestored: kept.isRestored,
    password,
    setPassword,
    set,
    forget: () => kept.reset(begin()),
  }
}

/** Checks on 'Kaydet', saves, and keeps what is typed until it is stored. */
export function UserForm({ user, shown, onClose }: UserFormProps) {
  const id = user?.id ?? 0
  const isNew = id === 0
  const form = useRef<HTMLFormElement>(null)
  const { draft, isRestored, password, setPassword, set, forget } = useUserDraft(user)
  const [isTried, setIsTried] = useState(false)
  const [contested, setContested] = useState<ChangedNoticeProps['contested']>()
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const leave = () => {
    forget()
    onClose()
  }
  const saving = useSaveUser({
    shown,
    onStored: leave,
    onWrong: focus,
    onConflict: (current) => {
      const theirs = userDraft(current)
      const fields = contestedFields(draft, theirs)
      setContested(
        fields.map((name) => ({ label: FIELD_LABELS[name], theirs: shownValue(name, theirs.values[name]) })),
      )
      set(rebaseDraft(draft, theirs))
    },
  })
  const loginAgain = useLoginAgain(isDraftDirty(draft) || password !== '', saving.resume)
  const problems = userProblems(draft.values, password, { stored: user })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = firstWrong(problems)
    if (wrong === undefined) saving.save(saveInput(draft, { id, password, key: draft.key }))
    else focus(wrong)
  }
  const refused = refusedField(saving.refusal, { ...draft.values, new_password: password })
  const shownProblems = { ...refused, ...(isTried && problems) }
  return (
    <>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {saving.refusal !== undefined && refused === undefined && <Alert>{saving.refusal.message}</Alert>}
        {contested !== undefined && <ChangedNotice contested={contested} />}
        {isRestored && contested === undefined && (
          <Alert variant="info">Kaydedilmemiş yazılanlar geri yüklendi.</Alert>
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
        <DialogFooter>
          <Button variant="outline" onClick={leave}>
            Vazgeç
          </Button>
          <Button type="submit" pending={saving.isPending}>
            Kaydet
          </Button>
        </DialogFooter>
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
