import { messages } from '#shared/messages.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { foldEmail, foldUserName } from '#shared/turkish.ts'

type Problem = { field: 'username' | 'email' | 'new_password'; message: string }

/**
 * What keeps a user's name and e-mail from being saved (specification §5, admin user save), or `null`. `stored` is
 * the user until now: the first administrator is made without an e-mail, and who has none may stay so.
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

/** What a new password lacks, or `null`. Only a user who has one may be saved without. */
export function userPasswordProblem(password: string, { isNew }: { isNew: boolean }): Problem | null {
  const field = 'new_password'
  if (password === '') return isNew ? { field, message: messages.newUserPasswordRequired } : null
  if (password.length < PASSWORD_MIN_LENGTH)
    return { field, message: isNew ? messages.newUserPasswordRequired : messages.passwordTooShort }
  return password.length > PASSWORD_MAX_LENGTH ? { field, message: messages.passwordTooLong } : null
}
