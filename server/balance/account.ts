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
    const all = start === null ? [] : accountLines({ start, opening_kurus, records, entries })
    const { carried_kurus, shown } = inPeriod(all, input)
    const open = openRecords(records, start)
    const work = await readWork(one, [
      ...open.map(({ kayit_id }) => kayit_id),
      ...shown.flatMap((line) => (line.kind === 'record' ? line.record.id : [])),
    ])
    const money = start === null ? undefined : (await moneyOfCustomers(one, { start, ids })).get(ids[0])
    return {
      start,
      opening_kurus,
      balance_kurus: balanceOf(money ?? NO_MONEY),
      ages: agesOf(money ?? NO_MONEY, today(one)),
      advance_kurus: open.reduce((sum, { due, paid_kurus }) => sum + (due === null ? paid_kurus : 0), 0),
      open_records: open.map((record) => ({ ...record, work: work(record.kayit_id) })),
      carried_kurus,
      lines: statementLines(one, shown, { carried_kurus, reversed: reversedIn(entries), work, openDay }),
    }
  })
}

const NO_MONEY = { debts: [], credit_kurus: 0 }

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

/** Returns the entries of the customer's records and those on account, in the order of their entry. */
async function readEntries(ctx: UserCtx, ids: readonly number[]) {
  const records = ownRows(ctx, 'kayit')
    .where('customer_id', 'in', [...ids])
    .select('id')
  const entries = () =>
    ownRows(ctx, 'payment')
      .select(['id', 'day', 'kind', 'method', 'amount_kurus', 'note', 'kayit_id', 'reverses'])
      .select(['actor_id', 'created_at', 'day_end_number'])
  // In two statements, because a condition on either column would read all payments of the shop.
  const found = await Promise.all([
    entries().where('kayit_id', 'in', records).execute(),
    entries()
      .where('customer_id', 'in', [...ids])
      .execute(),
  ])
  return found.flat().sort((one, other) => one.id - other.id)
}

async function readWork(ctx: UserCtx, ids: readonly number[]): Promise<(id: number) => string> {
  const itemsOf = await readItems(ctx, ids)
  return (id) => workOf(itemsOf(id).map(({ islem_adi }) => islem_adi))
}

/** Returns the records with a rest, the oldest first, and those with an advance. */
function openRecords(records: readonly StoredRecord[], start: Day | null): Omit<OpenRecord, 'work'>[] {
  return records.flatMap((record) => {
    const { id: kayit_id, plate, toplam_kurus, paid_kurus } = record
    if (record.is_deleted || !hasIncome(record)) return []
    const due = dueDay(record)
    const isOpen =
      due === null ? paid_kurus !== 0 : start !== null && due >= start && toplam_kurus > paid_kurus
    return isOpen ? [{ kayit_id, plate, due, toplam_kurus, paid_kurus }] : []
  })
}

/** Returns the ids of the entries that were cancelled. */
const reversedIn = (entries: readonly StoredEntry[]): ReadonlySet<number> =>
  new Set(entries.flatMap(({ reverses }) => reverses ?? []))

type Line = AccountLine<StoredEntry>

/** Returns the lines of a period, and the balance before it. */
function inPeriod(all: readonly Line[], { from, to }: Pick<AccountInput, 'from' | 'to'>) {
  const earlier = all.filter(({ day }) => from != null && day < from)
  const shown = all.filter(({ day }) => (from == null || day >= from) && (to == null || day <= to))
  return { carried_kurus: sumOf(earlier), shown }
}

const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { debit_kurus, credit_kurus }) => sum + debit_kurus - credit_kurus, 0)

type Context = {
  carried_kurus: number
  reversed: ReadonlySet<number>
  openDay: number | null
  work: (id: number) => string
}

/** Adds to the lines the balance after each of them, and the texts and rights of their records and entries. */
function statementLines(
  ctx: UserCtx,
  lines: readonly Line[],
  { carried_kurus, reversed, work, openDay }: Context,
): StatementLine[] {
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
    const is_cancelled = reverses !== null || reversed.has(id)
    // An entry of a deleted record is cancelled after the record was restored.
    const isKept = line.record?.is_deleted ?? false
    const can_reverse = !is_cancelled && !isKept && mayReverse(ctx, line.entry, openDay)
    return {
      ...shared,
      ...NO_RECORD,
      kind,
      kayit_id,
      entry: { id, method, note, reverses, is_cancelled, can_reverse },
    }
  })
}

const NO_RECORD = { kayit_id: null, plate: '', work: '' }
