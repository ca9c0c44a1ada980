import type { UserCtx } from '#server/core/context.ts'

import type { changesOf } from './changes.ts'
import { recordBatches, type customerRows, type requestRows, type vehicleRows } from './exported.ts'
import type { Subject } from './subject.ts'

type Content = {
  head: object
  customers: Awaited<ReturnType<typeof customerRows>>
  vehicles: Awaited<ReturnType<typeof vehicleRows>>
  subject: Subject
  changes: Awaited<ReturnType<typeof changesOf>>
  requests: Awaited<ReturnType<typeof requestRows>>
  count: (rows: number) => void
}

/**
 * A person's data as one JSON object, some records at a time. Amounts are kuruş, days 'YYYY-MM-DD', instants ISO 8601
 * in UTC. Who of the shop made a change is not part of it: that is the employee's data, not the customer's.
 */
export async function* jsonOf(ctx: UserCtx, content: Content): AsyncGenerator<string> {
  const { head, customers, vehicles, subject, changes, requests, count } = content
  yield `${JSON.stringify({ ...head, customers, vehicles, requests }).slice(0, -1)},"records":[`
  let separator = ''
  for await (const records of recordBatches(ctx, subject)) {
    yield records
      .map((record) => {
        const text = `${separator}${JSON.stringify(record)}`
        separator = ','
        return text
      })
      .join('')
    count(records.length)
  }
  yield `],"changes":${JSON.stringify(changes.map(({ id: _id, ...change }) => change))}}\n`
}
