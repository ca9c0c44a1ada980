import { pdfLink } from '#client/features/kayit/form/pdf-buttons.tsx'
import { findUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { newKayit, saveInput, type StoredKayit } from '#client/features/kayit/form/values.ts'
import { deliverStored } from '#client/forms/stored-drafts.ts'
import { api, type RouterInputs } from '#client/lib/api.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { errorData, errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'

import type { QueuedKayit } from './queued-kayit.ts'
import { isForm, type Queued, refuse, type SendResult } from './refuse.ts'
import { FORM_TOO_OLD, type FormSender, giveFormsId, sendForm } from './send-form.ts'

/** The server knows a key for seven days; after that a save whose response was lost would create a second record. */
const LONGEST_WAIT_MS = 6 * 86_400_000

type Save = (input: RouterInputs['kayit']['save']) => Promise<StoredKayit>

type Sender = FormSender & { save: Save; userId: number }

/** Sends what `read` returns, each once: records first, then forms. Returns whether the run was stopped. */
export async function sendAll(read: () => Queued[], sender: Sender): Promise<boolean> {
  const tried = new Set<string>()
  const next = () => read().find(({ name }) => !tried.has(name))
  for (let draft = next(); draft !== undefined; draft = next()) {
    tried.add(draft.name)
    const sent = isTooOld(draft)
      ? refuse(draft, isForm(draft) ? FORM_TOO_OLD : messages.waitedTooLong)
      : isForm(draft)
        ? await sendForm(draft, sender)
        : await sendQueued(draft, sender)
    if (sent === 'stop') return true
    // A form that was refused as a conflict is opened beside the stored one.
    if (isForm(draft)) void api.intake.invalidate()
    if (sent !== 'stored') continue
    void api.kayit.list.invalidate()
    void api.kayit.counts.invalidate()
    void api.stats.invalidate()
  }
  return false
}

const isTooOld = ({ triedAt, savedAt }: Queued) => Date.now() - (triedAt ?? savedAt) > LONGEST_WAIT_MS

/** Sends a record that was submitted without a connection, with the key of its first attempt; tells the user. */
async function sendQueued(draft: QueuedKayit, { save, hasPrices, userId }: Sender): Promise<SendResult> {
  // A form of an older version may have lacked a field.
  const values = { ...newKayit(todayInIstanbul(new Date())).values, ...draft.values }
  try {
    const stored = await save(saveInput(values, { key: draft.key, id: 0 }))
    giveFormsId(userId, draft.key, stored.kayit.id)
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
