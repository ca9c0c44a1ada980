import { type ExpressionBuilder, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import type { LoggedChange } from './concerned-changes.ts'
import { isOneOf, type Subject } from './subject.ts'

/** The tables with what a customer gave with a record: the column of its moment, and the verbs of the log then. */
const GIVEN = {
  quote_answer: { moment: 'at', verbs: ['approve', 'refuse'] },
  intake: { moment: 'updated_at', verbs: ['intake'] },
  delivery: { moment: 'updated_at', verbs: ['delivery'] },
} as const

/**
 * Returns the condition on rows that the subject gave: of their records, and of a record that was given to another
 * customer since, because the log names the customer of that moment.
 */
export const isGivenBy =
  <Table extends keyof typeof GIVEN>(
    table: Table,
    { customers, records, deleted }: Subject,
    changes: readonly LoggedChange[],
  ) =>
  (eb: ExpressionBuilder<DB, Table>) => {
    const { moment, verbs } = GIVEN[table]
    const own = changes.filter(
      ({ noun, verb, customer_id }) =>
        noun === 'kayit' && verbs.some((name) => name === verb) && customers.some((id) => id === customer_id),
    )
    return eb.or([
      isOneOf('kayit_id', [...records, ...deleted]),
      ...own.map(
        ({ target_id, at }) => sql<boolean>`(kayit_id = ${target_id} and ${sql.ref(moment)} = ${at})`,
      ),
    ])
  }
