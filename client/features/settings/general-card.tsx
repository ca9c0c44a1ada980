import { useId, useRef, useState, type SubmitEvent } from 'react'

import { ChangedNotice, type ChangedNoticeProps } from '#client/components/changed-notice.tsx'
import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { contestedFields, isDraftDirty, rebaseDraft } from '#client/lib/versioned-draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import type { VersionedSettings } from '#shared/settings/schema.ts'

import { GeneralFields } from './general-fields.tsx'
import { useSaveGeneral } from './general-save.ts'
import {
  FIELD_LABELS,
  firstWrong,
  type GeneralDraft,
  generalDraft,
  generalProblems,
  type GeneralValues,
} from './general-values.ts'

/** What is typed; until something is, the card shows what is stored. */
function useGeneralDraft(settings: VersionedSettings) {
  const stored = generalDraft(settings)
  const kept = useDraft(`ayarlar:${useSessionUser().id}`, () => stored)
  const shown = (value: GeneralDraft) => (isDraftDirty(value) ? value : stored)
  const draft = shown(kept.value)
  const set = (next: GeneralDraft) => (isDraftDirty(next) ? kept.change(next) : kept.reset(next))
  return {
    draft,
    current: () => shown(kept.current()),
    set,
    type: (values: GeneralValues) => set({ ...draft, values }),
  }
}

/** Company, contact and output format with one save (specification §2). */
export function GeneralCard({ settings }: { settings: VersionedSettings }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { draft, current, set, type } = useGeneralDraft(settings)
  const [isTried, setIsTried] = useState(false)
  const [contested, setContested] = useState<ChangedNoticeProps['contested']>()
  const isDirty = isDraftDirty(draft)
  const saving = useSaveGeneral({
    onStored: (stored, sent) => {
      set(rebaseDraft({ ...current(), base: sent.values }, generalDraft(stored)))
      setContested(undefined)
      setIsTried(false)
    },
    onConflict: (newer) => {
      const [mine, theirs] = [current(), generalDraft(newer)]
      const fields = contestedFields(mine, theirs)
      setContested(fields.map((name) => ({ label: FIELD_LABELS[name], theirs: theirs.values[name] })))
      set(rebaseDraft(mine, theirs))
    },
  })
  const loginAgain = useLoginAgain(isDirty, saving.resume)
  const problems = generalProblems(draft.values)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = firstWrong(problems)
    if (wrong === undefined) saving.save(draft)
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Genel</CardTitle>
        {isDirty && <Badge variant="warning">Kaydedilmemiş değişiklik var</Badge>}
      </CardHeader>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {saving.refusal !== undefined && <Alert>{saving.refusal}</Alert>}
        {contested !== undefined && <ChangedNotice contested={contested} />}
        <GeneralFields values={draft.values} problems={isTried ? problems : {}} onChange={type} />
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          {isDirty && (
            <Button
              variant="outline"
              onClick={() => {
                if (saving.isPending) return
                set(generalDraft(settings))
                setContested(undefined)
                setIsTried(false)
                form.current?.querySelector<HTMLElement>('[name="company_name"]')?.focus()
              }}
            >
              Vazgeç
            </Button>
          )}
          <Button type="submit" pending={saving.isPending}>
            Kaydet
          </Button>
        </div>
      </form>
      <LoginAgainDialog {...loginAgain} />
    </Card>
  )
}
