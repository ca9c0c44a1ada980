import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'

import { PasswordStrength } from '#client/components/password-strength.tsx'
import { PasswordField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { useIsRefused } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'
import { CHANGE_PASSWORD_HASH } from '#client/lib/settings-hash.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { messages } from '#shared/messages.ts'

import { NO_PASSWORDS, PASSWORD_RULES, passwordProblems } from './password-rules.ts'
import { SettingsRow } from './settings-parts.tsx'

const EMPTY = { values: NO_PASSWORDS, version: null }

interface PasswordRowProps {
  /** The look of the button, where the section has another primary one. */
  buttonVariant?: 'outline'
}

/** Changes the user's own password; nothing of it is stored on this device. */
export function PasswordRow({ buttonVariant }: PasswordRowProps) {
  const strength = useId()
  const current = useRef<HTMLInputElement>(null)
  const { username } = useSessionUser()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.settings.changePassword.useMutation()
  // A user who did not recognise a login comes here to change the password at once.
  const isUrgent = useLocation({ select: ({ hash }) => hash === CHANGE_PASSWORD_HASH })
  const [isChanged, setIsChanged] = useState(false)
  useEffect(() => {
    if (isUrgent) current.current?.focus()
  }, [isUrgent])
  const form = useForm({
    rules: PASSWORD_RULES,
    stored: EMPTY,
    validate: passwordProblems,
    isLive: true,
    save: async ({ current_password, new_password }) => {
      await mutateAsync({ current_password, new_password })
      // Moves the focus before the button is disabled and the fields are emptied: an empty field left counts as
      // missing.
      current.current?.focus()
    },
    snapshotOf: () => EMPTY,
    onStored: () => {
      toast.success(messages.passwordChanged)
      setIsChanged(true)
      void utils.settings.sessions.invalidate()
    },
    failureMessage: (error) =>
      errorMessage(error, messages.passwordChangeFailed, messages.passwordChangeFailed),
  })
  const password = useStore(form.store, ({ values }) => values.new_password)
  const isRefused = useIsRefused(form, 'new_password')
  const isReady = useStore(form.store, ({ values }) => passwordProblems(values).length === 0)
  return (
    <SettingsRow title="Parola" about="Değişince diğer oturumlarınız kapanır.">
      {isUrgent && !isChanged && (
        <Alert variant="warning" className="mb-4">
          Diğer oturumlarınız kapatıldı. Şimdi parolanızı değiştirin; tanımadığınız bir geçiş anahtarı varsa
          onu da kaldırın.
        </Alert>
      )}
      <FormFrame form={form} className="grid gap-3">
        {/* Password managers need the user name that belongs to the password. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <div className="grid items-start gap-3 xl:grid-cols-3">
          <PasswordField
            form={form}
            name="current_password"
            required
            ref={current}
            autoComplete="current-password"
          />
          <PasswordField
            form={form}
            name="new_password"
            required
            describedById={strength}
            autoComplete="new-password"
            placeholder="En az 8 karakter"
          />
          <PasswordField form={form} name="repeat" required autoComplete="new-password" />
        </div>
        <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
          <PasswordStrength id={strength} password={password} isRefused={isRefused} />
          <SubmitButton form={form} disabled={!isReady} variant={buttonVariant}>
            Parolayı değiştir
          </SubmitButton>
        </div>
      </FormFrame>
    </SettingsRow>
  )
}
