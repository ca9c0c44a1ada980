import { draftToOffer, isOpenHere, type StoredDraft, readDrafts } from '#client/forms/stored-drafts.ts'

import { isBehindRecord, type QueuedForm, readQueuedForms } from './queued-form.ts'

/** Fields that the notice shows of a queued record; the rest is read when it is sent. */
const NAMED = { plaka: '', sasi_no: '', musteri_adi_soyadi: '' }

export type QueuedKayit = StoredDraft<typeof NAMED>

/** The outbox of a user: new records, and forms of intake and delivery. */
export type Outbox = { records: QueuedKayit[]; forms: QueuedForm[] }

/**
 * Returns what the user has submitted without a connection, the oldest first. `isFormShown`: the screen of a new record
 * is open, which after a reload offers the record that it held.
 */
export function readOutbox(userId: number, isFormShown: boolean): Outbox {
  const offered = isFormShown ? draftToOffer() : null
  const records = readDrafts({ prefix: `kayit:${userId}:0:`, sample: NAMED })
    .filter(({ name, isQueued }) => isQueued !== undefined && name !== offered)
    .toReversed()
  return { records, forms: readQueuedForms(userId) }
}

/** Returns the drafts that can be sent now: a form follows its record, and none is sent while the user has it open. */
export const sendable = ({ records, forms }: Outbox, userId: number): (QueuedKayit | QueuedForm)[] => [
  ...records,
  ...forms.filter(
    (form) => form.isQueued !== undefined && !isOpenHere(form.name) && !isBehindRecord(form, userId),
  ),
]
