import { idsOf } from '#server/directory/merge.ts'
import { readItems } from '#server/kayit/queries.ts'
import { type UserCtx, requireRight, today } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { mayReverse } from '#server/payment/operations.ts'
import { readOpenDay } from '#server/till/open-day.ts'
import { readAccountsStart } from '#server/payment/queries.ts'
import { accountLines, type AccountLine, agesOf, balanceOf, workOf } from '#shared/balance/rules.ts'
import type { AccountInput, CustomerAccount, OpenRecord, StatementLine } from '#shared/balance/schema.ts'
import type { Day } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { dueDay } from '#shared/payment/rules.ts'

import { moneyOfCustomers } from './money.ts'

/**
 * Returns a customer's account: what it owes today, and the lines of a period with the balance before it. Throws
 * FORBIDDEN and NOT_FOUND.
 */
export async function customerAccount(ctx: UserCtx, input: AccountInput): Promise<CustomerAccount> {
  requireRight(ctx, 'payments')
  return withSnapshot(ctx, async (one) => {
    const ids = await idsOf(one, 'customer', input.customer_id)
    const [start, opening_kurus, records, entries, openDay] = await Promise.all([
      readAccountsStart(one),
      readOpening(one, ids),
      readRecords(one, ids),
      readEntries(one, ids),
      readOpenDay(one),
    ])
    const work = await readWork(one, records)
    const open_records = openRecordsOf(records, { start, work })
    const facts = { start, opening_kurus, open_records }
    const advance_kurus = open_records.reduce(
      (sum, { due, paid_kurus }) => sum + (due === null ? paid_kurus : 0),
      0,
    )
    if (start === null)
      return { ...facts, advance_kurus, balance_kurus: 0, ages: [0, 0, 0, 0], carried_kurus: 0, lines: [] }
    const money = (await moneyOfCustomers(one, { start, ids })).get(ids[0]) ?? { debts: [], credit_kurus: 0 }
    const all = accountLines({ start, opening_kurus, records, entries })
    const { carried_kurus, shown } = inPeriod(all, input)
    const reversals = new Set(entries.flatMap(({ reverses }) => reverses ?? []))
    return {
      ...facts,
      advance_kurus,
      balance_kurus: balanceOf(money),
      ages: agesOf(money, today(one)),
      carried_kurus,
      lines: statementLines(one, shown, { carried_kurus, reversals, records, entries, work, openDay }),
    }
  })
}

async function readOpening(ctx: UserCtx, ids: readonly number[]): Promise<number> {
  const rows = await ownRows(ctx, 'customer')
    .where('id', 'in', [...ids])
    .select('opening_kurus')
    .execute()
  return rows.reduce((sum, { opening_kurus }) => sum + opening_kurus, 0)
}

type StoredRecord = Awaited<ReturnType<typeof readRecords>>[number]
type StoredEntry = Awaited<ReturnType<typeof readEntries>>[number]

/** Returns the customer's records, including deleted ones that hold payments, the first one first. */
async function readRecords(ctx: UserCtx, ids: readonly number[]) {
  const rows = await ownRows(ctx, 'kayit')
    .where('customer_id', 'in', [...ids])
    .orderBy('day')
    .orderBy('id')
    .select(['id', 'plaka as plate', 'durum', 'cikis_tarihi', 'giris_tarihi', 'kayit_tarihi'])
    .select(['toplam_kurus', 'paid_kurus', 'deleted_at'])
    .execute()
  return rows.map(({ deleted_at, ...row }) => ({ ...row, is_deleted: deleted_at !== null }))
}

/** Returns the entries of the customer's records, then those on account, in the order of their entry. */
async function readEntries(ctx: UserCtx, ids: readonly number[]) {
  const records = ownRows(ctx, 'kayit')
    .where('customer_id', 'in', [...ids])
    .select('id')
  return ownRows(ctx, 'payment')
    .where((eb) => eb.or([eb('kayit_id', 'in', records), eb('customer_id', 'in', [...ids])]))
    .orderBy('id')
    .select(['id', 'day', 'kind', 'method', 'amount_kurus', 'note', 'kayit_id', 'reverses'])
    .select(['actor_id', 'created_at', 'day_end_number'])
    .execute()
}

async function readWork(ctx: UserCtx, records: readonly StoredRecord[]): Promise<(id: number) => string> {
  const itemsOf = await readItems(
    ctx,
    records.map(({ id }) => id),
  )
  return (id) => workOf(itemsOf(id).map(({ islem_adi }) => islem_adi))
}

type Words = { start: Day | null; work: (id: number) => string }

/** Returns the records with a rest, the oldest first, and those with an advance. */
function openRecordsOf(records: readonly StoredRecord[], { start, work }: Words): OpenRecord[] {
  return records.flatMap((record): OpenRecord[] => {
    const { id: kayit_id, plate, toplam_kurus, paid_kurus } = record
    if (record.is_deleted || !hasIncome(record)) return []
    const due = dueDay(record)
    const isOpen =
      due === null ? paid_kurus !== 0 : start !== null && due >= start && toplam_kurus > paid_kurus
    return isOpen ? [{ kayit_id, plate, work: work(kayit_id), due, toplam_kurus, paid_kurus }] : []
  })
}

/** Returns the lines of a period, and the balance before it. */
function inPeriod(all: readonly AccountLine[], { from, to }: Pick<AccountInput, 'from' | 'to'>) {
  const earlier = all.filter(({ day }) => from != null && day < from)
  const shown = all.filter(({ day }) => (from == null || day >= from) && (to == null || day <= to))
  return { carried_kurus: sumOf(earlier), shown }
}

const sumOf = (lines: readonly AccountLine[]): number =>
  lines.reduce((sum, { debit_kurus, credit_kurus }) => sum + debit_kurus - credit_kurus, 0)

type Context = {
  carried_kurus: number
  reversals: ReadonlySet<number>
  records: readonly StoredRecord[]
  entries: readonly StoredEntry[]
  openDay: number | null
  work: (id: number) => string
}

/** Adds to the lines the balance after each of them, and what the screen says about their records and entries. */
function statementLines(
  ctx: UserCtx,
  lines: readonly AccountLine[],
  { carried_kurus, reversals, records, entries, work, openDay }: Context,
): StatementLine[] {
  // An entry of a deleted record is cancelled after the record was restored.
  const deleted = new Set(records.flatMap(({ id, is_deleted }) => (is_deleted ? [id] : [])))
  const stored = new Map(entries.map((entry) => [entry.id, entry]))
  let balance_kurus = carried_kurus
  return lines.map((line) => {
    const { day, debit_kurus, credit_kurus } = line
    balance_kurus += debit_kurus - credit_kurus
    const shared = { day, debit_kurus, credit_kurus, balance_kurus }
    if (line.kind === 'opening') return { ...shared, ...NO_RECORD, kind: 'opening', entry: null }
    if (line.kind === 'record') {
      const { id: kayit_id, plate } = line.record
      return { ...shared, kind: 'record', kayit_id, plate, work: work(kayit_id), entry: null }
    }
    const { id, kind, method, note, kayit_id, reverses } = line.entry
    const made = stored.get(id)
    const is_cancelled = reverses !== null || reversals.has(id)
    const can_reverse =
      !is_cancelled && !deleted.has(kayit_id ?? 0) && made !== undefined && mayReverse(ctx, made, openDay)
    return { ...shared, ...NO_RECORD, kind, kayit_id, entry: { id, method, note, is_cancelled, can_reverse } }
  })
}

const NO_RECORD = { kayit_id: null, plate: '', work: '' }
