import { INTAKE } from '#tests/support/rows/intake.ts'

type Ids = { kayit: number }
type Row<Sent> = readonly [expected: string, call: (ids: Ids) => Sent]

/** The procedures of intake and delivery for `rights-tables.ts`; a save comes before the read of what it stored. */
const OF_RECORD: Record<string, Row<object>> = {
  'intake.save': [
    'OOOO NN UUU',
    ({ kayit: kayit_id }) => ({ ...INTAKE, kayit_id, version: 1, limit_kurus: 98_765_432 }),
  ],
  'intake.get': ['OOOO NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'intake.deliver': [
    'OOOO NN UUU',
    ({ kayit: kayit_id }) => ({ kayit_id, version: 1, km: 1, signer: 'Kanarya', parts: '' }),
  ],
}

export const HANDOVER_PROCEDURES: Record<string, Row<object>> = {
  ...OF_RECORD,
  'intake.saveTerms': ['OFFF OO UUU', () => ({ text: 'Şartlar' })],
}

export const HANDOVER_FILES: Record<string, Row<string>> = {
  'form/intake': ['OOOF NN UUU', ({ kayit }) => `id=${kayit}`],
  'form/delivery': ['OOOF NN UUU', ({ kayit }) => `id=${kayit}`],
}

/** The calls with which another shop may try to reach a record. */
export const HANDOVER_ATTEMPTS: [procedure: string, input: (ids: Ids & { vehicle: number }) => object][] =
  Object.entries(OF_RECORD).map(([name, [, input]]) => [name, input])
