import { loginInput } from '#shared/auth/schema.ts'

export type LoginValues = { username: string; password: string; remember: boolean }
export type LoginField = 'username' | 'password'

/** What is wrong with each field, by the schema that the server asks too; nothing when all is well. */
export function loginProblems(values: LoginValues): Partial<Record<LoginField, string>> {
  const problems: Partial<Record<LoginField, string>> = {}
  for (const issue of loginInput.safeParse(values).error?.issues ?? []) {
    const field = issue.path[0]
    if (field === 'username' || field === 'password') problems[field] ??= issue.message
  }
  return problems
}
