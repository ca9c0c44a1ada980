import { useState, type SubmitEvent } from 'react'

import { NextStep } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { CodeForm, type CodeFormProps } from '#client/components/second-factor/code-form.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'

export interface LoginAgainDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The user whose session has ended: the typed text belongs to this account. */
  username: string
  /** The message of the last refused attempt. */
  problem: string | undefined
  /** The user's next step, '' if the message states it. */
  nextStep: string
  isPending: boolean
  /** The second step of the login, after the correct password. */
  code: Pick<CodeFormProps, 'isPending' | 'error' | 'onCode'> | undefined
  onLogin: (password: string) => void
}

/** A dialog that asks for the password when the session of a form with unsaved text has ended; the form stays. */
export default function LoginAgainDialog({ open, onOpenChange, code, ...form }: LoginAgainDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="md:max-w-md">
        <DialogHeader>
          <DialogTitle>Oturum sona erdi</DialogTitle>
          <DialogDescription>Yazdıklarınız duruyor. Devam etmek için tekrar giriş yapın.</DialogDescription>
        </DialogHeader>
        {code === undefined ? (
          <LoginAgainForm {...form} />
        ) : (
          <CodeForm {...code} hasRecovery submitLabel="Doğrula" />
        )}
      </DialogContent>
    </Dialog>
  )
}

type LoginAgainFormProps = Omit<LoginAgainDialogProps, 'open' | 'onOpenChange' | 'code'>

function LoginAgainForm({ username, problem, nextStep, isPending, onLogin }: LoginAgainFormProps) {
  const [password, setPassword] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the events of a portal to the form that contains the dialog.
    event.stopPropagation()
    if (!isPending) onLogin(password)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {problem !== undefined && !isPending && (
        <div className="grid gap-1.5">
          <Alert>{problem}</Alert>
          <NextStep text={nextStep} />
        </div>
      )}
      <Field label="Kullanıcı adı">
        {(control) => <Input {...control} value={username} readOnly tabIndex={-1} autoComplete="username" />}
      </Field>
      <Field label="Parola">
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <DialogFormFooter>
        <Button type="submit" isPending={isPending}>
          Giriş yap
        </Button>
      </DialogFormFooter>
    </form>
  )
}
