import { Trash2 } from 'lucide-react'
import { type SubmitEvent, useEffect, useState } from 'react'

import { Field } from '#client/components/field.tsx'
import { logError } from '#client/lib/log.ts'
import { presentPreferences, useSavePreferences } from '#client/lib/preferences.ts'
import { reloadSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { isolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'
import { MAX_VIEW_NAME, MAX_VIEWS } from '#shared/options.ts'
import type { SavedView } from '#shared/settings/preferences.ts'

interface ViewsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  views: SavedView[]
  /** View that the list shows now. */
  current: Omit<SavedView, 'name'>
}

/** Saves the present view under a name; renames and deletes saved ones. */
export default function ViewsDialog({ open, onOpenChange, views, current }: ViewsDialogProps) {
  const save = useSavePreferences()
  const isFull = views.length >= MAX_VIEWS
  // Another device may have saved views since this page was loaded.
  useEffect(() => {
    if (open) reloadSessionUser().catch((error: unknown) => logError('Görünümler yenilenemedi.', error))
  }, [open])
  const add = async (name: string) => {
    if (!(await save({ views: [...views, { name, ...current }] }))) return
    toast.success('Görünüm kaydedildi.')
    onOpenChange(false)
  }
  const rename = async (view: SavedView, name: string) => {
    const renamed = views.map((one) => (one === view ? { ...one, name } : one))
    if (await save({ views: renamed })) toast.success('Görünümün adı değişti.')
  }
  const remove = async (view: SavedView) => {
    const index = views.indexOf(view)
    if (await save({ views: views.filter((one) => one !== view) }))
      toast.undo(
        'Görünüm silindi.',
        () => void save({ views: presentPreferences().views.toSpliced(index, 0, view) }),
      )
  }
  const hasView = (name: string) => views.some((view) => view.name === name)
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Görünümler</DialogTitle>
          <DialogDescription>
            Bir görünüm; filtreleri, aramayı, sıralamayı ve liste düzenini bir adla saklar.
          </DialogDescription>
        </DialogHeader>
        {isFull ? (
          <p>{messages.tooManyViews}</p>
        ) : (
          <NameForm
            label="Şu anki görünümün adı"
            action="Kaydet"
            isTaken={hasView}
            onSubmit={(name) => void add(name)}
          />
        )}
        {views.length > 0 && (
          <section aria-label="Kayıtlı görünümler" className="grid gap-3 border-t border-border pt-4">
            {views.map((view) => (
              <div key={view.name} className="flex items-end gap-2">
                <NameForm
                  label={`“${isolated(view.name)}” görünümünün adı`}
                  name={view.name}
                  action="Adını değiştir"
                  isTaken={(name) => name !== view.name && hasView(name)}
                  onSubmit={(name) => void rename(view, name)}
                />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Sil: ${isolated(view.name)}`}
                  onClick={() => void remove(view)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
            ))}
          </section>
        )}
      </DialogContent>
    </Dialog>
  )
}

interface NameFormProps {
  label: string
  name?: string
  action: string
  isTaken: (name: string) => boolean
  onSubmit: (name: string) => void
}

function NameForm({ label, name = '', action, isTaken, onSubmit }: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const next = typed.trim()
    if (next === '') return setError(messages.viewNameRequired)
    if (isTaken(next)) return setError(messages.viewNameTaken)
    setError(undefined)
    onSubmit(next)
  }
  return (
    <form noValidate className="flex min-w-0 grow items-start gap-2" onSubmit={submit}>
      <Field label={label} error={error} className="min-w-0 grow wrap-anywhere">
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={MAX_VIEW_NAME}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={name === '' ? 'default' : 'outline'}
        className="mt-7"
        disabled={name !== '' && typed.trim() === name}
      >
        {action}
      </Button>
    </form>
  )
}
