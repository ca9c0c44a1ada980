import { draftToOffer, type StoredDraft, readDrafts } from '#client/forms/stored-drafts.ts'
import { encodeDraft, writeDraft } from '#client/lib/drafts.ts'

/** Fields that the notice shows of a queued record; the rest is read when it is sent. */
const NAMED = { plaka: '', sasi_no: '', musteri_adi_soyadi: '' }

export type QueuedKayit = StoredDraft<typeof NAMED>

/**
 * Returns the user's new records that were submitted without a connection, the oldest first. `isFormShown`: the screen
 * of a new record is open, which after a reload offers the record that it held.
 */
export function readQueuedKayit(userId: number, isFormShown: boolean): QueuedKayit[] {
  const offered = isFormShown ? draftToOffer() : null
  return readDrafts({ prefix: `kayit:${userId}:0:`, sample: NAMED })
    .filter(({ name, isQueued }) => isQueued !== undefined && name !== offered)
    .toReversed()
}

/** Turns a queued record back into a draft, which the form of a new record offers. */
export function returnToDrafts({ name, ...draft }: QueuedKayit): void {
  writeDraft(name, encodeDraft({ ...draft, isQueued: undefined }))
}
