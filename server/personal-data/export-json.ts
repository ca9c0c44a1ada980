import type { UserCtx } from '#server/platform/core/context.ts'

import { recordBatches, type customerRows, type requestRows, type vehicleRows } from './exported.ts'
import type { View } from './view.ts'

type Content = {
  head: object
  customers: Awaited<ReturnType<typeof customerRows>>
  vehicles: Awaited<ReturnType<typeof vehicleRows>>
  view: View
  requests: Awaited<ReturnType<typeof requestRows>>
  count: (rows: number) => void
}

/**
 * Writes a person's data as JSON: amounts in kuruş, days 'YYYY-MM-DD', instants ISO 8601 in UTC. The author of a change is
 * left out: that is the employee's data.
 */
export async function* jsonOf(ctx: UserCtx, content: Content): AsyncGenerator<string> {
  const { head, customers, vehicles, view, requests, count } = content
  yield `${JSON.stringify({ ...head, customers, vehicles, requests }).slice(0, -1)},"records":[`
  let separator = ''
  for await (const records of recordBatches(ctx, view)) {
    yield records
      .map((record) => {
        const text = `${separator}${JSON.stringify(record)}`
        separator = ','
        return text
      })
      .join('')
    count(records.length)
  }
  yield '],"changes":['
  const { changes } = view
  for (let from = 0; from < changes.length; from += CHANGES) {
    const batch = changes
      .slice(from, from + CHANGES)
      .map(({ at, channel, noun, target_id, verb, title, detail }) =>
        JSON.stringify({ at, channel, noun, target_id, verb, title, detail }),
      )
    yield `${from === 0 ? '' : ','}${batch.join(',')}`
    count(batch.length)
  }
  yield ']}\n'
}

/** Changes that are written at once. */
const CHANGES = 500
