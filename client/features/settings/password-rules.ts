import { messages } from '#shared/messages.ts'
import { passwordChangeProblem } from '#shared/settings/rules.ts'

export type PasswordValues = { current_password: string; new_password: string; repeat: string }

export const NO_PASSWORDS: PasswordValues = { current_password: '', new_password: '', repeat: '' }

/** What is wrong beside the fields while they are typed into: an empty one is not wrong yet. */
export function passwordProblems({ new_password, repeat }: PasswordValues): {
  new_password?: string
  repeat?: string
} {
  const typed = { current_password: '-', new_password }
  const weak = new_password === '' ? null : passwordChangeProblem(typed)
  const differs = repeat !== '' && repeat !== new_password
  return {
    ...(weak !== null && { new_password: weak.message }),
    ...(differs && { repeat: messages.passwordsDiffer }),
  }
}

/** Whether the three satisfy the rules, so that the password can be changed (decisions §5). */
export const isChangeReady = (values: PasswordValues) => passwordChangeProblem(values) === null
