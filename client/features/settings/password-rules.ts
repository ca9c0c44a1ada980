import type { TouchedFields } from '#client/forms/form-state.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import { messages } from '#shared/messages.ts'
import { passwordChangeProblem } from '#shared/settings/rules.ts'
import { passwordChangeInput } from '#shared/settings/schema.ts'

/** Fields in the order of the card (decisions: words on the screen). */
export const PASSWORD_RULES = {
  current_password: { label: 'Mevcut Parola' },
  new_password: { label: 'Yeni Parola' },
  repeat: { label: 'Yeni Parola (Tekrar)' },
} as const

export type PasswordField = keyof typeof PASSWORD_RULES
type PasswordValues = Record<PasswordField, string>
const FIELDS = Object.keys(PASSWORD_RULES) as PasswordField[]

export const NO_PASSWORDS: PasswordValues = { current_password: '', new_password: '', repeat: '' }

/**
 * Returns the problems of a password change (decisions §5); with `touched` only those that may be shown while typing.
 */
export function passwordProblems(values: PasswordValues, touched?: TouchedFields): Problem<PasswordValues>[] {
  const { new_password, repeat } = values
  const broken = [
    // The rule checks the new password only when the current one is filled in.
    passwordChangeProblem({ current_password: '-', new_password }),
    repeat === new_password ? null : { field: 'repeat', message: messages.passwordsDiffer },
  ]
  const found = fieldProblems(passwordChangeInput, values, broken)
  return touched === undefined
    ? found
    : found.filter(({ names }) => names.every((name) => isShown(name as PasswordField, values, touched)))
}

/**
 * Returns whether a problem is shown. An empty field counts as missing only after a user who has typed something left
 * or skipped it: moving through the form with the tab key is no mistake.
 */
function isShown(name: PasswordField, values: PasswordValues, { typed, left }: TouchedFields): boolean {
  if (values[name] !== '') return true
  const isLeft = FIELDS.slice(FIELDS.indexOf(name)).some((below) => left.includes(below))
  const hasTyped = typed.includes(name) || FIELDS.some((other) => values[other] !== '')
  return name !== 'repeat' && isLeft && hasTyped
}
