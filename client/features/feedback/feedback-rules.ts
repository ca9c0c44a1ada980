import { feedbackInput } from '#shared/feedback/schema.ts'

const NAMES = ['subject', 'message'] as const
export type FeedbackField = (typeof NAMES)[number]
export type FeedbackProblems = Partial<Record<FeedbackField, string>>

/** What the server would refuse in each field, by the same schema; nothing when all is well. */
export function feedbackProblems(values: Record<FeedbackField, string>): FeedbackProblems {
  const { subject, message } = values
  const problems: FeedbackProblems = {}
  for (const { path, message: sentence } of feedbackInput.safeParse({ subject, message }).error?.issues ?? [])
    problems[path[0] as FeedbackField] ??= sentence
  return problems
}

/** The first wrong field in the order of the form. */
export const firstWrong = (problems: FeedbackProblems): FeedbackField | undefined =>
  NAMES.find((name) => problems[name] !== undefined)
