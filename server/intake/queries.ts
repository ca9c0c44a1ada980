import { createHash } from 'node:crypto'

import type { Selectable } from 'kysely'

import { liveRows, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { IslemLine } from '#server/kayit/derived.ts'
import { kayitNotFound } from '#server/kayit/queries.ts'
import type { Mark } from '#shared/intake/outline.ts'
import { PRINTED_FIELDS, type Strokes } from '#shared/intake/rules.ts'

export type FormRecord = Awaited<ReturnType<typeof requireFormRecord>>

/** Returns a record as the forms print it, with `lock` locked. Throws the same NOT_FOUND for deleted and foreign ones. */
export async function requireFormRecord(shop: ShopCtx, id: number, { lock = false } = {}) {
  const row = await liveRows(shop, 'kayit')
    .where('id', '=', id)
    .select(['id', 'customer_id', 'km_bilgisi', ...PRINTED_FIELDS])
    .select(['version', 'stage', 'durum', 'cikis_tarihi'])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw kayitNotFound()
  return row
}

export const FORM_COLUMNS = {
  intake: [
    'car_kind',
    'km',
    'fuel',
    'belongings',
    'marks',
    'promised_day',
    'promised_minute',
    'limit_kurus',
    'terms',
    'signer',
  ],
  delivery: ['km', 'parts', 'warranty_months', 'warranty_km', 'item_warranties', 'signer'],
} as const

const SAVED = [
  'kayit_id',
  'version',
  'signature',
  'signed_at',
  'signed_hash',
  'actor_name',
  'created_at',
] as const

type Saved = Pick<Selectable<DB['intake']>, (typeof SAVED)[number]>
export type IntakeFields = Pick<Selectable<DB['intake']>, (typeof FORM_COLUMNS.intake)[number]>
export type DeliveryFields = Pick<Selectable<DB['delivery']>, (typeof FORM_COLUMNS.delivery)[number]>
export type IntakeRow = Saved & IntakeFields
export type DeliveryRow = Saved & DeliveryFields

export const findIntake = (shop: ShopCtx, kayitId: number): Promise<IntakeRow | undefined> =>
  ownRows(shop, 'intake')
    .where('kayit_id', '=', kayitId)
    .select([...SAVED, ...FORM_COLUMNS.intake])
    .executeTakeFirst()

export const findDelivery = (shop: ShopCtx, kayitId: number): Promise<DeliveryRow | undefined> =>
  ownRows(shop, 'delivery')
    .where('kayit_id', '=', kayitId)
    .select([...SAVED, ...FORM_COLUMNS.delivery])
    .executeTakeFirst()

export const marksOf = ({ marks }: Pick<IntakeRow, 'marks'>): Mark[] => JSON.parse(marks) as Mark[]

export const strokesOf = ({ signature }: Pick<Saved, 'signature'>): Strokes | null =>
  signature === '' ? null : (JSON.parse(signature) as Strokes)

/** The hash begins with the number of its list of texts, so that a later list can be told apart (decision 45). */
const EDITIONS = { intake: 1, delivery: 3 } as const

/** Returns the hash of a form: all that it prints below the letterhead, with the signature. */
export function hashForm(
  record: FormRecord,
  fields: IntakeFields | DeliveryFields,
  { signature, lines = [] }: { signature: string; lines?: readonly IslemLine[] },
): Buffer {
  const form = 'car_kind' in fields ? 'intake' : 'delivery'
  return hashTexts(record, fields, {
    form,
    edition: EDITIONS[form],
    columns: FORM_COLUMNS[form],
    signature,
    lines,
  })
}

/** The earlier texts of a delivery: before it had a warranty, and before single works had one. */
const EARLIER_DELIVERIES = [
  { edition: 1, columns: ['km', 'parts', 'signer'] },
  { edition: 2, columns: ['km', 'parts', 'warranty_months', 'warranty_km', 'signer'] },
] as const

type Texts = {
  form: 'intake' | 'delivery'
  edition: number
  columns: readonly string[]
  signature: string
  lines: readonly IslemLine[]
}

function hashTexts(record: FormRecord, fields: object, texts: Texts): Buffer {
  const { form, edition, columns, signature, lines } = texts
  const values: Record<string, unknown> = { ...fields }
  const items = lines.map(({ islem_adi, islem_adet, fiyat_kurus }) => [islem_adi, islem_adet, fiyat_kurus])
  const signed = [
    edition,
    form,
    PRINTED_FIELDS.map((name) => record[name]),
    columns.map((name) => values[name]),
    items,
    signature,
  ]
  return createHash('sha256').update(JSON.stringify(signed)).digest()
}

/** Returns whether a delivery reads otherwise than it was signed, also by an earlier list of texts. */
export function isDeliveryChanged(
  record: FormRecord,
  row: DeliveryRow,
  lines: readonly IslemLine[],
): boolean {
  const { signature } = row
  const isEmpty = (name: (typeof FORM_COLUMNS.delivery)[number]) => row[name] === null || row[name] === ''
  const isSignedBy = ({ columns, ...texts }: (typeof EARLIER_DELIVERIES)[number]) =>
    FORM_COLUMNS.delivery.every((name) => (columns as readonly string[]).includes(name) || isEmpty(name)) &&
    !isChanged(row, () => hashTexts(record, row, { form: 'delivery', ...texts, columns, signature, lines }))
  return (
    isChanged(row, () => hashForm(record, row, { signature, lines })) && !EARLIER_DELIVERIES.some(isSignedBy)
  )
}

/** Returns whether anything that was signed reads otherwise now; a form without a signature has not changed. */
export const isChanged = ({ signed_hash }: Pick<Saved, 'signed_hash'>, now: () => Buffer): boolean =>
  signed_hash !== null && !now().equals(signed_hash)
