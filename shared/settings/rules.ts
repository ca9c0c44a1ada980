import { messages } from '#shared/messages.ts'
import { LOGO_TYPES, MAX_LOGO_BYTES, NEW_PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isPasswordTooLong, PASSWORD_MIN_SCORE, passwordLength, passwordScore } from '#shared/password.ts'

type PasswordField = 'current_password' | 'new_password' | 'repeat'

/**
 * Returns the problem that prevents a password change (specification §5, password change), or `null`. Only the form has
 * `repeat`. A short password is refused whatever its score.
 */
export function passwordChangeProblem(change: {
  current_password: string
  new_password: string
  repeat?: string
}): { field: PasswordField; message: string } | null {
  if (change.current_password === '')
    return { field: 'current_password', message: messages.passwordsRequired }
  return chosenPasswordProblem(change)
}

/** Returns the problem of a new password alone, or `null`, for a user with a link for a new password. */
export function chosenPasswordProblem(chosen: {
  new_password: string
  repeat?: string
}): { field: 'new_password' | 'repeat'; message: string } | null {
  const { new_password, repeat = new_password } = chosen
  if (new_password === '') return { field: 'new_password', message: messages.passwordsRequired }
  if (isPasswordTooLong(new_password)) return { field: 'new_password', message: messages.passwordTooLong }
  if (passwordScore(new_password) < PASSWORD_MIN_SCORE)
    return { field: 'new_password', message: messages.passwordTooWeak }
  if (passwordLength(new_password) < PASSWORD_MIN_LENGTH)
    return { field: 'new_password', message: messages.passwordTooShort }
  if (passwordLength(new_password) < NEW_PASSWORD_MIN_LENGTH)
    return { field: 'new_password', message: messages.newPasswordTooShort }
  return repeat === new_password ? null : { field: 'repeat', message: messages.passwordsDiffer }
}

/**
 * Returns the problem that prevents sending a file as the logo (specification §5, logo), or `null`. `size` is in bytes.
 */
export function logoProblem(file: { size: number; type: string } | null): string | null {
  if (file === null || file.size === 0) return messages.logoMissing
  if (file.size > MAX_LOGO_BYTES) return messages.logoTooLarge
  return LOGO_TYPES.some((type) => type === file.type) ? null : messages.logoType
}
