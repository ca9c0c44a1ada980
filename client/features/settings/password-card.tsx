import { useId, useRef, useState, type SubmitEvent } from 'react'

import { describedBy, Field, type FieldControl } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { PasswordStrength } from '#client/components/password-strength.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { messages } from '#shared/messages.ts'

import {
  isChangeReady,
  leave,
  NO_PASSWORDS,
  NOT_VISITED,
  type PasswordField,
  passwordProblems,
  typeInto,
} from './password-rules.ts'

/** The change, and why the last attempt was refused: beside the field that the server names, else above all. */
function useChangePassword(onChanged: () => void, onWrong: () => void) {
  const utils = trpc.useUtils()
  const change = trpc.settings.changePassword.useMutation({
    onSuccess: () => {
      toast.success(messages.passwordChanged)
      void utils.settings.sessions.invalidate()
      onChanged()
    },
    onError: (error) => {
      if (errorData(error)?.field === 'current_password') onWrong()
    },
  })
  const message = change.isError
    ? errorMessage(change.error, messages.passwordChangeFailed, messages.passwordChangeFailed)
    : undefined
  const isBesideField = errorData(change.error)?.field === 'current_password'
  return {
    change,
    wrong: isBesideField ? message : undefined,
    failure: isBesideField ? undefined : message,
  }
}

/** Changes one's own password; nothing of it is kept on this device. */
export function PasswordCard() {
  const [id, strength] = [useId(), useId()]
  const form = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const { username } = useSessionUser()
  const [values, setValues] = useState(NO_PASSWORDS)
  const [visited, setVisited] = useState(NOT_VISITED)
  const focusCurrent = () => form.current?.querySelector<HTMLElement>('[name="current_password"]')?.focus()
  const { change, wrong, failure } = useChangePassword(() => {
    // The button will be disabled and would drop the focus. Before the rest: a field is left by that.
    focusCurrent()
    setValues(NO_PASSWORDS)
    setVisited(NOT_VISITED)
  }, focusCurrent)
  const problems = passwordProblems(values, visited)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { current_password, new_password } = values
    // A second press comes before the first one is drawn, and would find the old password wrong.
    if (!isChangeReady(values) || busy.current) return
    busy.current = true
    change.mutate({ current_password, new_password }, { onSettled: () => (busy.current = false) })
  }
  const input = (name: PasswordField, control: FieldControl) => ({
    ...control,
    name,
    autoComplete: name === 'current_password' ? 'current-password' : 'new-password',
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      if (change.isError) change.reset()
      setValues({ ...values, [name]: target.value })
      setVisited(typeInto(visited, name))
    },
    onBlur: () => setVisited((latest) => leave(latest, name)),
  })
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Parola</CardTitle>
        <CardDescription>Parola değişince diğer oturumlar kapanır.</CardDescription>
      </CardHeader>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {failure !== undefined && <Alert>{failure}</Alert>}
        {/* For password managers, which else would not know whose password this is. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <Field label="Mevcut Parola" required error={wrong ?? problems.current_password}>
          {(control) => <PasswordInput {...input('current_password', control)} />}
        </Field>
        <Field label="Yeni Parola" required error={problems.new_password}>
          {(control) => (
            <PasswordInput
              {...input('new_password', control)}
              aria-describedby={describedBy(control, strength)}
              placeholder="En az 8 karakter"
            />
          )}
        </Field>
        <PasswordStrength id={strength} password={values.new_password} />
        <Field label="Yeni Parola (Tekrar)" required error={problems.repeat}>
          {(control) => <PasswordInput {...input('repeat', control)} />}
        </Field>
        <div className="flex flex-col md:flex-row md:justify-end">
          <Button type="submit" disabled={!isChangeReady(values)} pending={change.isPending}>
            Parolayı değiştir
          </Button>
        </div>
      </form>
    </Card>
  )
}
