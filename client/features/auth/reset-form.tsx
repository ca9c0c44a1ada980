import { useId, useRef, useState, type SubmitEvent } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { describedBy, Field } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { PasswordStrength } from '#client/components/password-strength.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { messages } from '#shared/messages.ts'
import { chosenPasswordProblem } from '#shared/settings/rules.ts'

const EMPTY = { new_password: '', repeat: '' }
type Name = keyof typeof EMPTY

interface ResetFormProps {
  token: string
  username: string
  onChanged: (username: string) => void
  /** Called when the link has ended since it was opened. */
  onInvalidLink: () => void
}

/** Asks twice for the new password; the rules are those of a password change. */
export function ResetForm({ token, username, onChanged, onInvalidLink }: ResetFormProps) {
  const strength = useId()
  const [values, setValues] = useState(EMPTY)
  const [isTried, setIsTried] = useState(false)
  const controls = { new_password: useRef<HTMLInputElement>(null), repeat: useRef<HTMLInputElement>(null) }
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: (answer) => onChanged(answer.username),
    onError: (error) => {
      const field = errorData(error)?.field
      if (field === 'token') onInvalidLink()
      else if (field === 'new_password') controls.new_password.current?.focus()
    },
  })
  const { error, variables } = reset
  // The server knows more than the form: common passwords, and the names of the user and the shop.
  const isRefused = errorData(error)?.field === 'new_password'
  const refusal =
    isRefused && variables?.new_password === values.new_password
      ? ({ field: 'new_password', message: errorMessage(error, '') } as const)
      : null
  const problem = (isTried ? chosenPasswordProblem(values) : null) ?? refusal

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = chosenPasswordProblem(values)
    if (wrong !== null) controls[wrong.field].current?.focus()
    else if (!reset.isPending) reset.mutate({ token, new_password: values.new_password })
  }
  const bind = (name: Name) => ({
    ref: controls[name],
    name,
    autoComplete: 'new-password',
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  })
  const errorOf = (name: Name) => (problem?.field === name ? problem.message : undefined)
  const failed = messages.passwordChangeFailed
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {error !== null && !isRefused && !reset.isPending && (
        <CallError message={errorMessage(error, failed, failed)} error={error} />
      )}
      <Field label="Kullanıcı adı">
        {(control) => <Input {...control} value={username} readOnly tabIndex={-1} autoComplete="username" />}
      </Field>
      <Field label="Yeni Parola" required error={errorOf('new_password')}>
        {(control) => (
          <PasswordInput
            {...control}
            {...bind('new_password')}
            aria-describedby={describedBy(control, strength)}
            placeholder="En az 8 karakter"
          />
        )}
      </Field>
      <PasswordStrength id={strength} password={values.new_password} isRefused={refusal !== null} />
      <Field label="Yeni Parola (Tekrar)" required error={errorOf('repeat')}>
        {(control) => <PasswordInput {...control} {...bind('repeat')} />}
      </Field>
      <Button type="submit" isPending={reset.isPending}>
        Parolayı kaydet
      </Button>
    </form>
  )
}
