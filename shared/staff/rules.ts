import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

type Problem = { field: 'username'; message: string }

/**
 * Returns the problem that prevents saving a member of staff, or `null`. An e-mail is not required, because the panel
 * sends none.
 */
export function memberProblem({ username }: { username: string }): Problem | null {
  return foldUserName(username) === '' ? { field: 'username', message: messages.usernameRequired } : null
}
