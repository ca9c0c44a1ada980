import type { Difference } from '#client/forms/merge.ts'
import { orDash } from '#client/lib/format.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'

import { type IslemRow, isSameRow } from '#client/features/kayit/items/items.ts'
import { INFO_LABELS, INFO_NAMES, type InfoName, type InfoValues, type KayitValues } from './values.ts'

/** One side started from `base` and made `mine` of it, while `base` became `theirs`. */
interface ThreeWays<T> {
  base: T
  mine: T
  theirs: T
}

/** Puts my changes onto the newer record: what I did not touch is theirs. Nothing is stored by that. */
export function rebase({ base, mine, theirs }: ThreeWays<KayitValues>): KayitValues {
  return {
    info: rebaseInfo({ base: base.info, mine: mine.info, theirs: theirs.info }),
    rows: rebaseRows({ base: base.rows, mine: mine.rows, theirs: theirs.rows }),
  }
}

export function rebaseInfo({ base, mine, theirs }: ThreeWays<InfoValues>): InfoValues {
  const changed = INFO_NAMES.filter((name) => mine[name] !== base[name])
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) }
}

const identity = ({ id, key }: IslemRow) => (id > 0 ? id : key)
const byIdentity = (rows: readonly IslemRow[]) => new Map(rows.map((row) => [identity(row), row]))

/**
 * Their order, with my changes in it and my new items at the end. An item that one side removed and the other
 * changed stays: losing work is worse than removing it once more.
 */
export function rebaseRows({ base, mine, theirs }: ThreeWays<readonly IslemRow[]>): IslemRow[] {
  const [before, my, their] = [byIdentity(base), byIdentity(mine), byIdentity(theirs)]
  const kept = theirs.flatMap((row) => {
    const [old, own] = [before.get(identity(row)), my.get(identity(row))]
    if (own !== undefined) return [rebaseRow(row, own, old ?? row)]
    return old !== undefined && isSameRow(old, row) ? [] : [row]
  })
  const added = mine.filter((row) => {
    const old = before.get(identity(row))
    return !their.has(identity(row)) && (old === undefined || !isSameRow(old, row))
  })
  return [...kept, ...added.map((row) => ({ ...row, id: 0 }))]
}

function rebaseRow(theirs: IslemRow, mine: IslemRow, base: IslemRow): IslemRow {
  if (isSameRow(mine, base)) return { ...theirs, key: mine.key }
  return {
    ...theirs,
    key: mine.key,
    islem_adi: mine.islem_adi === base.islem_adi ? theirs.islem_adi : mine.islem_adi,
    islem_adet: mine.islem_adet === base.islem_adet ? theirs.islem_adet : mine.islem_adet,
    fiyat_kurus: mine.fiyat_kurus === base.fiyat_kurus ? theirs.fiyat_kurus : mine.fiyat_kurus,
  }
}

/** Gives rows that were just stored the ids that they got: the server keeps the order in which they were sent. */
export function withIds(
  rows: readonly IslemRow[],
  sent: readonly IslemRow[],
  stored: readonly { id: number }[],
): IslemRow[] {
  const ids = new Map(sent.map((row, i) => [row.key, stored[i]?.id ?? 0]))
  return rows.map((row) => (row.id > 0 ? row : { ...row, id: ids.get(row.key) ?? 0 }))
}

const DAYS: readonly InfoName[] = ['giris_tarihi', 'cikis_tarihi', 'kayit_tarihi']

/** My changes that the newer record does not hold, as a person reads them. */
export function differences({ base, mine, theirs }: ThreeWays<KayitValues>): Difference[] {
  const merged = rebase({ base, mine, theirs })
  const fields = INFO_NAMES.filter((name) => merged.info[name] !== theirs.info[name]).map((name) => ({
    label: INFO_LABELS[name],
    theirs: infoText(name, theirs.info[name]),
    mine: infoText(name, merged.info[name]),
  }))
  return [...fields, ...rowDifferences(merged.rows, theirs.rows)]
}

function infoText(name: InfoName, value: string): string {
  return DAYS.includes(name) && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : orDash(value)
}

function rowDifferences(merged: readonly IslemRow[], theirs: readonly IslemRow[]): Difference[] {
  const [now, then] = [byIdentity(merged), byIdentity(theirs)]
  const changed = merged.flatMap((row) => {
    const old = then.get(identity(row))
    if (old !== undefined && isSameRow(old, row)) return []
    return [{ label: 'İşlem', theirs: old === undefined ? EMPTY_DASH : rowText(old), mine: rowText(row) }]
  })
  const removed = theirs
    .filter((row) => !now.has(identity(row)))
    .map((row) => ({ label: 'İşlem', theirs: rowText(row), mine: 'silindi' }))
  return [...changed, ...removed]
}

const rowText = ({ islem_adi, islem_adet, fiyat_kurus }: IslemRow) =>
  `${islem_adi}, ${islem_adet} × ${formatTL(fiyat_kurus)}`
