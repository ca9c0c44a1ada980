import type { Caller } from '#tests/support/rows/changes.ts'

import { HANDOVER_ATTEMPTS } from './handover-rights.ts'

type Ids = { kayit: number; vehicle: number }
type Row = readonly [expected: string, call: (ids: Ids) => object | undefined]

const SERVICE = { cause: 'service', due_day: '2026-12-01' } as const

/** The procedures of reminders for `rights-tables.ts`; a save comes before the calls that need its row. */
export const REMINDER_PROCEDURES: Record<string, Row> = {
  'reminder.save': ['OOOF NN UUU', ({ vehicle: vehicle_id }) => ({ vehicle_id, ...SERVICE })],
  'reminder.list': ['OOOF OO UUU', () => undefined],
  'reminder.of': ['OOOF NN UUU', ({ vehicle: id }) => ({ id })],
  'reminder.opened': ['OOOF NN UUU', ({ vehicle: vehicle_id }) => ({ vehicle_id, cause: 'service' })],
  'reminder.setSold': ['OOOF NN UUU', ({ vehicle: vehicle_id }) => ({ vehicle_id, is_sold: false })],
  'reminder.remove': [
    'OOOF NN UUU',
    ({ vehicle: vehicle_id }) => ({ vehicle_id, cause: 'service', version: 1 }),
  ],
}

/** The calls with which another shop may try to reach a car, or a record with its forms. */
export const REMINDER_ATTEMPTS: typeof HANDOVER_ATTEMPTS = [
  ...HANDOVER_ATTEMPTS,
  ...Object.entries(REMINDER_PROCEDURES)
    .filter(([name]) => name !== 'reminder.list')
    .map(([name, [, input]]): (typeof HANDOVER_ATTEMPTS)[number] => [name, (ids) => input(ids) ?? {}]),
]

type Hands = { shop: () => Caller; car: () => Promise<number> }
type Case = { run: () => Promise<unknown>; wrote: string }

/** Returns the changes of reminders, with the entry that each leaves. */
export const reminderCases = ({ shop, car }: Hands): Record<string, () => Promise<Case>> => {
  const stored = async () => {
    const vehicle_id = await car()
    const { version } = await shop().reminder.save({ vehicle_id, ...SERVICE })
    return { vehicle_id, cause: 'service' as const, version }
  }
  return {
    'reminder.save': async () => {
      const vehicle_id = await car()
      return { run: () => shop().reminder.save({ vehicle_id, ...SERVICE }), wrote: 'vehicle remind' }
    },
    'reminder.opened': async () => {
      const { vehicle_id, cause } = await stored()
      return { run: () => shop().reminder.opened({ vehicle_id, cause }), wrote: 'vehicle notify' }
    },
    'reminder.setSold': async () => {
      const vehicle_id = await car()
      return { run: () => shop().reminder.setSold({ vehicle_id, is_sold: true }), wrote: 'vehicle sell' }
    },
    'reminder.remove': async () => {
      const one = await stored()
      return { run: () => shop().reminder.remove(one), wrote: 'vehicle remind' }
    },
  }
}

/** Returns calls of each procedure that reach only the caller's shop, for `shop-actor.ts`. */
export const reminderCalls = (caller: () => Caller): Record<string, () => Promise<unknown>> => {
  const first = async () => (await caller().vehicle.list({})).items[0]?.id ?? 0
  const store = async () => {
    const vehicle_id = await first()
    const { reminders } = await caller().reminder.of({ id: vehicle_id })
    const { version = 0 } = reminders.find(({ cause }) => cause === 'service') ?? {}
    const saved = await caller().reminder.save({
      vehicle_id,
      ...SERVICE,
      ...(version > 0 && { version }),
    })
    return { vehicle_id, cause: 'service' as const, version: saved.version }
  }
  return {
    'reminder.save': store,
    'reminder.list': () => caller().reminder.list(),
    'reminder.of': async () => caller().reminder.of({ id: await first() }),
    'reminder.opened': async () => {
      const { vehicle_id, cause } = await store()
      return caller().reminder.opened({ vehicle_id, cause })
    },
    'reminder.setSold': async () => caller().reminder.setSold({ vehicle_id: await first(), is_sold: false }),
    'reminder.remove': async () => caller().reminder.remove(await store()),
  }
}
