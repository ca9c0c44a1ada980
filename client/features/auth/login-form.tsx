import {
  lazy,
  Suspense,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { canUsePasskeys } from '#client/lib/session.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Input } from '#client/ui/input.tsx'
import type { LoginAnswer } from '#shared/auth/schema.ts'
import { loginMessages } from '#shared/login-messages.ts'

import { loginProblems } from './login-rules.ts'

const PasskeyLogin = lazy(() => import('./passkey-login.tsx'))

const UNTOUCHED = { username: false, password: false }

interface LoginFormProps {
  /** Initial text of the user name field. */
  username?: string | undefined
  /** Reason why the last attempt failed after the login itself, e.g. because the consent step expired. */
  notice?: string | undefined
  /** Receives the answer and whether 'Beni hatırla' is ticked. The form stays busy until this resolves. */
  onAnswer: (answer: LoginAnswer, remember: boolean) => void | Promise<void>
}

/**
 * Asks for user name and password (specification §2, §5); invalid fields are marked once touched, and nothing is sent.
 */
export function LoginForm({ username: known = '', notice, onAnswer }: LoginFormProps) {
  const [values, setValues] = useState({ username: known, password: '', remember: true })
  const [touched, setTouched] = useState(UNTOUCHED)
  const [capsLock, setCapsLock] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const login = trpc.auth.login.useMutation({
    onSuccess: (answer, { remember }) => onAnswer(answer, remember ?? true),
  })
  const problems = loginProblems(values)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTouched({ username: true, password: true })
    if (problems.username !== undefined) username.current?.focus()
    else if (problems.password !== undefined) password.current?.focus()
    else if (!login.isPending) login.mutate(values)
  }
  const bind = (field: 'username' | 'password'): ComponentProps<'input'> => ({
    value: values[field],
    onChange: (event) => setValues({ ...values, [field]: event.target.value }),
    onBlur: () => setTouched({ ...touched, [field]: true }),
  })
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {login.isError && <LoginFailure error={login.error} />}
      {notice !== undefined && !login.isError && !login.isPending && <Alert>{notice}</Alert>}
      <Field label="Kullanıcı adı" required error={touched.username ? problems.username : undefined}>
        {(control) => (
          <Input
            {...control}
            {...bind('username')}
            ref={username}
            name="username"
            autoComplete="username"
            {...PLAIN_INPUT}
          />
        )}
      </Field>
      <Field
        label="Parola"
        required
        error={touched.password ? problems.password : undefined}
        {...(capsLock && { hint: 'Caps Lock açık.' })}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...bind('password')}
            ref={password}
            name="password"
            autoComplete="current-password"
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
          />
        )}
      </Field>
      <Checkbox
        label="Beni hatırla"
        name="remember"
        checked={values.remember}
        onChange={(event) => setValues({ ...values, remember: event.target.checked })}
      />
      <Button type="submit" isPending={login.isPending}>
        Giriş yap
      </Button>
      {canUsePasskeys() && (
        // As high as the button, so that nothing moves.
        <Suspense fallback={<div className="h-11" />}>
          <PasskeyLogin remember={values.remember} onAnswer={(answer) => onAnswer(answer, values.remember)} />
        </Suspense>
      )}
      <p className="text-sm text-muted-foreground">
        Parolanızı mı unuttunuz? Hesabınızı açan yöneticiden yeni parola bağlantısı isteyin.
      </p>
    </form>
  )
}

/** Shows the server's message; 'Giriş başarısız.' for a fault, another one without a response (specification §8). */
function LoginFailure({ error }: { error: unknown }) {
  const message = errorMessage(error, loginMessages.loginFailed, loginMessages.loginUnreachable)
  // A wrong password needs no support line: the form names the way to a new password below.
  return message === loginMessages.loginWrong ? (
    <Alert>{message}</Alert>
  ) : (
    <CallError message={message} error={error} />
  )
}
