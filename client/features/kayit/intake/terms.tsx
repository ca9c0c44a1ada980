import { useId, useState } from 'react'

import { changeField, type FormFields, useField } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Label } from '#client/ui/label.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { MAX_TERMS } from '#shared/intake/rules.ts'

import type { IntakeValues } from './intake-values.ts'

const FAILED = 'Şartlar kaydedilemedi.'

/** The terms that the signer reads. The owner may change them for all intakes that follow. */
export function Terms({ form }: { form: FormFields<IntakeValues> }) {
  const { value: terms, error } = useField(form, 'terms')
  const isOwner = useRight('settings')
  const [edited, setEdited] = useState<string | null>(null)
  const id = useId()
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.intake.saveTerms.useMutation({
    onSuccess: (saved) => {
      changeField(form.store, 'terms', () => saved.terms)
      // It was given under the text before.
      changeField(form.store, 'signature', () => '')
      setEdited(null)
      void utils.intake.invalidate()
      void utils.change.invalidate()
      toast.success('Kabul şartları kaydedildi.')
    },
    onError: (error) => toast.error(errorMessage(error, FAILED, FAILED)),
  })
  if (edited !== null)
    return (
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Kabul şartları</Label>
        <Textarea
          id={id}
          rows={8}
          maxLength={MAX_TERMS}
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
        />
        <p className="text-sm text-muted-foreground">Boş bırakırsanız hazır metin kullanılır.</p>
        <div className="flex gap-2">
          <Button variant="outline" size="sm" onClick={() => setEdited(null)}>
            Vazgeç
          </Button>
          <Button size="sm" isPending={isPending} onClick={() => mutate({ text: edited })}>
            Şartları kaydet
          </Button>
        </div>
      </div>
    )
  return (
    <details className="text-sm" open={error !== undefined ? true : undefined}>
      <summary className="cursor-pointer py-3 font-medium md:py-2">
        Kabul şartları: imza bunları da onaylar
      </summary>
      {error !== undefined && <p className="font-medium text-destructive">{error}</p>}
      <p className="mt-1 whitespace-pre-line text-muted-foreground">{terms}</p>
      {isOwner && (
        <Button variant="link" size="sm" className="-ml-3" onClick={() => setEdited(terms)}>
          Şartları değiştir
        </Button>
      )}
    </details>
  )
}
