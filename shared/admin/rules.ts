import { messages } from '#shared/messages.ts'
import { NEW_PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isPasswordTooLong, passwordLength } from '#shared/password.ts'
import { foldEmail, foldUserName } from '#shared/turkish.ts'

type Problem = { field: 'username' | 'email' | 'new_password'; message: string }

/**
 * Returns the problem that prevents saving a user's name and e-mail (specification §5, admin user save), or `null`.
 * `stored` is the user before the change: the first administrator has no e-mail and may stay without one.
 */
export function userProblem(
  user: { username: string; email: string },
  stored: { email: string } | null,
): Problem | null {
  if (foldUserName(user.username) === '') return { field: 'username', message: messages.userRequired }
  if (foldEmail(user.email) === '')
    return stored?.email === '' ? null : { field: 'email', message: messages.userRequired }
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(user.email)
  return isAddress ? null : { field: 'email', message: messages.emailInvalid }
}

/** Returns the problem of a new password, or `null`. It may be empty only for a user who already has one. */
export function userPasswordProblem(password: string, { isNew }: { isNew: boolean }): Problem | null {
  const field = 'new_password'
  if (password === '') return isNew ? { field, message: messages.newUserPasswordRequired } : null
  if (passwordLength(password) < PASSWORD_MIN_LENGTH)
    return { field, message: isNew ? messages.newUserPasswordRequired : messages.passwordTooShort }
  if (passwordLength(password) < NEW_PASSWORD_MIN_LENGTH)
    return { field, message: messages.newPasswordTooShort }
  return isPasswordTooLong(password) ? { field, message: messages.passwordTooLong } : null
}
