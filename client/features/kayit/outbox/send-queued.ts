import { pdfLink } from '#client/features/kayit/form/pdf-buttons.tsx'
import { findUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { newKayit, saveInput, type StoredKayit } from '#client/features/kayit/form/values.ts'
import { deliverStored, showRefusal } from '#client/forms/stored-drafts.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { errorData, errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'

import { returnToDrafts, type QueuedKayit } from './queued-kayit.ts'

/** The server knows a key for seven days; after that a save whose response was lost would create a second record. */
const LONGEST_WAIT_MS = 6 * 86_400_000

type Save = (input: RouterInputs['kayit']['save']) => Promise<StoredKayit>

/**
 * Result for a queued record: stored, refused and left as a draft, or to be retried later; 'stop' ends the whole run,
 * because the server cannot be reached or asks for a login.
 */
export type SendResult = 'stored' | 'refused' | 'later' | 'stop'

/** Sends a record that was submitted without a connection, with the key of its first attempt; tells the user. */
export async function sendQueued(
  draft: QueuedKayit,
  { save, hasPrices }: { save: Save; hasPrices: boolean },
): Promise<SendResult> {
  const now = new Date()
  if (now.getTime() - (draft.triedAt ?? draft.savedAt) > LONGEST_WAIT_MS)
    return refuse(draft, messages.waitedTooLong)
  // A form of an older version may have lacked a field.
  const values = { ...newKayit(todayInIstanbul(now)).values, ...draft.values }
  try {
    const stored = await save(saveInput(values, { key: draft.key, id: 0 }))
    dropDraft(draft.name)
    if (!deliverStored(draft.name, stored))
      toast.success(
        messages.kayitCreated,
        hasPrices && findUnpriced(stored.islemler).count === 0 ? pdfLink(stored.kayit.id) : undefined,
      )
    return 'stored'
  } catch (error) {
    const code = errorData(error)?.code
    if (isNetworkError(error) || code === 'UNAUTHORIZED') return 'stop'
    // An error without a code comes from the page: the stored values cannot be sent as they are.
    const isFinal = code === undefined || code === 'BAD_REQUEST'
    return isFinal ? refuse(draft, errorMessage(error, messages.kayitSaveFailed)) : 'later'
  }
}

function refuse(draft: QueuedKayit, message: string): SendResult {
  returnToDrafts(draft)
  if (!showRefusal(draft.name, message)) toast.error(`${message} ${messages.storedAsDraft}`)
  return 'refused'
}
