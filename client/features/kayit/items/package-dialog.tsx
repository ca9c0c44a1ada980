import { type SubmitEvent, useState } from 'react'

import { Field } from '#client/components/field.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { messages } from '#shared/messages.ts'
import { MAX_NAME_LENGTH, MAX_PACKAGE_ITEMS } from '#shared/options.ts'
import { isBlank } from '#shared/text.ts'

import type { IslemRow } from './items.ts'

interface PackageDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  rows: readonly IslemRow[]
}

/** Stores the record's items as a ready package under a name. */
export default function PackageDialog({ open, onOpenChange, rows }: PackageDialogProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [key, setKey] = useState(randomKey)
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.item.savePackage.useMutation({
    onSuccess: () => {
      void utils.item.packages.invalidate()
      toast.success(messages.packageSaved)
      setName('')
      setKey(randomKey())
      onOpenChange(false)
    },
    onError: (failure) =>
      setError(errorMessage(failure, messages.packageSaveFailed, messages.packageSaveFailed)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the event to the record's form, although the dialog lies outside of it in the page.
    event.stopPropagation()
    if (isPending) return
    if (isBlank(name)) return setError(messages.packageNameRequired)
    if (rows.length > MAX_PACKAGE_ITEMS) return setError(messages.tooManyPackageItems)
    setError(undefined)
    const items = rows.map(({ islem_adi, islem_adet, fiyat_kurus }) => ({
      islem_adi,
      islem_adet,
      fiyat_kurus,
    }))
    mutate({ name, items, key })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Hazır paket yap</DialogTitle>
          <DialogDescription>
            {`Bu kayıttaki ${rows.length.toLocaleString('tr-TR')} işlem; adet ve fiyatlarıyla saklanır.`}
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Paketin adı" error={error} required>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={name}
                maxLength={MAX_NAME_LENGTH}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              Vazgeç
            </Button>
            <Button type="submit" isPending={isPending}>
              Kaydet
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
