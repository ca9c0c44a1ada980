import { useEffect } from 'react'

import ConfirmQuestion from '#client/components/confirm-question.tsx'
import EditorDialog from '#client/components/editor-dialog.tsx'
import { Field } from '#client/components/field.tsx'
import PasswordAgainDialog from '#client/components/password-again-dialog.tsx'
import LoginAgainDialog from '#client/components/login-again-dialog.tsx'
import { Plate } from '#client/components/plate.tsx'
import ShortcutsDialog from '#client/components/shortcuts-dialog.tsx'
import { Toaster } from '#client/components/toaster.tsx'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter } from '#client/ui/dialog-parts.tsx'
import { Input } from '#client/ui/input.tsx'

const nothing = () => {}

/** The overlays above a screen, one at a time: `?durum=soru`. */
const OVERLAYS = {
  soru: () => (
    <ConfirmQuestion open onOpenChange={nothing} question="Silmek istediğine emin misin?" onConfirm={nothing}>
      <Plate text="34 ABC 123" /> Ayşe Kaya
    </ConfirmQuestion>
  ),
  pencere: () => (
    <EditorDialog open onOpenChange={nothing} title="Yeni gider">
      <form className="grid gap-4">
        <Field label="Başlık" required error="Başlık, tutar (>0) ve tarih zorunlu.">
          {(control) => <Input {...control} />}
        </Field>
        <Field label="Not">{(control) => <Input {...control} defaultValue="Kira" />}</Field>
        <DialogFormFooter>
          <Button variant="outline">Vazgeç</Button>
          <Button>Kaydet</Button>
        </DialogFormFooter>
      </form>
    </EditorDialog>
  ),
  giris: () => (
    <LoginAgainDialog
      open
      onOpenChange={nothing}
      username="ayse"
      nextStep="Parolanızı unuttuysanız hesabınızı açan yöneticiden yenisini isteyin."
      problem="Kullanıcı adı veya parola hatalı."
      isPending={false}
      code={undefined}
      onLogin={nothing}
    />
  ),
  parola: () => (
    <PasswordAgainDialog
      open
      onOpenChange={nothing}
      username="ayse"
      problem={{ message: 'Parola hatalı.', nextStep: '', isOfPassword: true }}
      isPending={false}
      onConfirm={nothing}
    />
  ),
  kisayollar: () => <ShortcutsDialog open onOpenChange={nothing} />,
  iletiler: () => <Messages />,
}

/** Prevents a second message, because React runs effects twice in strict mode. */
let said = false

function Messages() {
  useEffect(() => {
    if (!said) toast.undo('Kayıt silindi.', nothing)
    said = true
  }, [])
  return <Toaster />
}

export function Overlay({ state }: { state: string }) {
  const Shown = OVERLAYS[state as keyof typeof OVERLAYS] as (() => React.ReactNode) | undefined
  return Shown === undefined ? null : <Shown />
}
