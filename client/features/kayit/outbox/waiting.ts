import { reloadedDraft, type StoredDraft, storedDrafts } from '#client/forms/stored-drafts.ts'
import { encodeDraft, writeDraft } from '#client/lib/drafts.ts'

/** Fields that the notice shows of a waiting record; the rest is read when it is sent. */
const NAMED = { plaka: '', sasi_no: '', musteri_adi_soyadi: '' }

export type WaitingKayit = StoredDraft<typeof NAMED>

/**
 * Returns the user's new records that were submitted without a connection, the oldest first. `isFormShown`: the screen
 * of a new record is open, which after a reload offers the record that it held.
 */
export function waitingKayit(userId: number, isFormShown: boolean): WaitingKayit[] {
  const offered = isFormShown ? reloadedDraft() : null
  return storedDrafts({ prefix: `kayit:${userId}:0:`, like: NAMED })
    .filter(({ name, waits }) => waits !== undefined && name !== offered)
    .toReversed()
}

/** Turns a waiting record back into a draft, which the form of a new record offers. */
export function release({ name, ...draft }: WaitingKayit): void {
  writeDraft(name, encodeDraft({ ...draft, waits: undefined }))
}
