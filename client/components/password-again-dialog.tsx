import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { NextStep } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter, useDialogHold } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { CONFIRMED_MINUTES } from '#shared/options.ts'

export interface PasswordAgainDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The user name, for password managers. */
  username: string
  isPending: boolean
  /** The refusal of the last attempt; `isOfPassword`: the password is wrong. */
  problem: { message: string; nextStep: string; isOfPassword: boolean } | undefined
  onConfirm: (password: string) => void
}

/** A dialog that asks for the password again, which protects an unattended session. */
export default function PasswordAgainDialog({ open, onOpenChange, ...form }: PasswordAgainDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        className="md:max-w-md"
        // A press outside the dialog is usually a mistake.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>Parolanızı yeniden girin</DialogTitle>
          <DialogDescription>
            {`Bu işlemi sizin yaptığınızdan emin olmak için parolanızı soruyoruz. Girdikten sonra ${CONFIRMED_MINUTES} dakika boyunca yeniden sorulmaz.`}
          </DialogDescription>
        </DialogHeader>
        <PasswordAgainForm {...form} onCancel={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type FormProps = Omit<PasswordAgainDialogProps, 'open' | 'onOpenChange'> & { onCancel: () => void }

function PasswordAgainForm({ username, isPending, problem, onConfirm, onCancel }: FormProps) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useDialogHold(isPending)
  useEffect(() => {
    if (problem?.isOfPassword !== true || isPending) return
    field.current?.focus()
    field.current?.select()
  }, [problem?.isOfPassword, isPending])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the events of a portal to a form that contains the dialog.
    event.stopPropagation()
    if (!isPending) onConfirm(password)
  }
  const shown = isPending ? undefined : problem
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {shown?.isOfPassword === false && (
        <div className="grid gap-1.5">
          <Alert>{shown.message}</Alert>
          <NextStep text={shown.nextStep} />
        </div>
      )}
      <input hidden readOnly autoComplete="username" value={username} />
      <Field label="Parola" required error={shown?.isOfPassword === true ? shown.message : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <DialogFormFooter>
        <Button variant="outline" disabled={isPending} onClick={onCancel}>
          Vazgeç
        </Button>
        <Button type="submit" isPending={isPending}>
          Devam et
        </Button>
      </DialogFormFooter>
    </form>
  )
}
