import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

type Problem = { field: 'username'; message: string }

/** The problem that prevents saving a member of staff, or `null`. They need no e-mail: what nobody uses is not asked. */
export function memberProblem({ username }: { username: string }): Problem | null {
  return foldUserName(username) === '' ? { field: 'username', message: messages.usernameRequired } : null
}
