import { readDraft, draftNames } from '#client/lib/drafts.ts'

import type { IslemRow, NewLine } from '#client/features/kayit/items/items.ts'
import { INFO_NAMES, type KayitBase, type KayitValues } from './values.ts'

/** Everything that is needed to go on typing where someone stopped. */
export interface KayitDraft {
  /** Of the form that wrote it; a new record's save is sent with it, so that a retry makes no second one. */
  key: string
  /** Milliseconds since 1970. */
  savedAt: number
  base: KayitBase
  values: KayitValues
  line: NewLine
}

const FORMAT = 1

/** Drafts belong to one user and one record: the next user of this browser must not be offered them. */
export const draftPrefix = (userId: number, kayitId: number) => `kayit:${userId}:${kayitId}:`

/** As it is kept: JSON has no big integers. */
interface KeptDraft extends Omit<KayitDraft, 'line'> {
  format: number
  line: Omit<NewLine, 'fiyat'> & { fiyat: { digits: string; scale: number } | null }
}

export function writeText({ line, ...draft }: KayitDraft): string {
  const fiyat = line.fiyat && { ...line.fiyat, digits: String(line.fiyat.digits) }
  const kept: KeptDraft = { ...draft, line: { ...line, fiyat }, format: FORMAT }
  return JSON.stringify(kept)
}

/** `undefined` for a text that this version of the form did not write. */
export function readText(text: string): KayitDraft | undefined {
  try {
    const { format, line, ...draft } = JSON.parse(text) as KeptDraft
    if (format !== FORMAT || ![draft.base.values, draft.values].every(isValues)) return undefined
    const fiyat = line.fiyat && { ...line.fiyat, digits: BigInt(line.fiyat.digits) }
    return { ...draft, line: { ...line, fiyat } }
  } catch {
    return undefined
  }
}

/** The newest draft under a prefix, of forms other than `ownKey`. */
export function newestDraft(prefix: string, ownKey: string): KayitDraft | undefined {
  return draftNames(prefix)
    .filter((name) => name !== prefix + ownKey)
    .flatMap((name) => readText(readDraft(name) ?? '') ?? [])
    .sort((a, b) => b.savedAt - a.savedAt)[0]
}

function isValues({ info, rows }: KayitValues): boolean {
  return INFO_NAMES.every((name) => typeof info[name] === 'string') && rows.every(isRow)
}

function isRow(row: IslemRow): boolean {
  const { key, islem_adi, id, islem_adet, fiyat_kurus, ilk_kurus } = row
  const numbers = [id, islem_adet, fiyat_kurus, ilk_kurus]
  return typeof key === 'string' && typeof islem_adi === 'string' && numbers.every(Number.isSafeInteger)
}
