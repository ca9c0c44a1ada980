import type { ExpressionBuilder } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import type { LoggedChange } from './concerned-changes.ts'
import { isOneOf, type Subject } from './subject.ts'

const ANSWERS: ReadonlySet<string> = new Set(['approve', 'refuse'])

/**
 * Returns the condition on answers to the subject's quotes, also to a quote that was given to another customer since:
 * the log names the customer at the moment of the answer.
 */
export const isAnswerOf =
  ({ customers, records, deleted }: Subject, changes: readonly LoggedChange[]) =>
  (eb: ExpressionBuilder<DB, 'quote_answer'>) =>
    eb.or([
      isOneOf('kayit_id', [...records, ...deleted]),
      ...changes
        .filter(({ verb, customer_id }) => ANSWERS.has(verb) && customers.some((id) => id === customer_id))
        .map(({ target_id, at }) => eb.and([eb('kayit_id', '=', target_id ?? 0), eb('at', '=', at)])),
    ])
