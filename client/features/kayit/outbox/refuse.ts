import { showRefusal } from '#client/forms/stored-drafts.ts'
import { encodeDraft, writeDraft } from '#client/lib/drafts.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

import type { QueuedForm } from './queued-form.ts'
import type { QueuedKayit } from './queued-kayit.ts'

/**
 * Result for a queued draft: stored, refused, or to be retried later; 'stop' ends the whole run, because the server
 * cannot be reached or asks for a login.
 */
export type SendResult = 'stored' | 'refused' | 'later' | 'stop'

export type Queued = QueuedKayit | QueuedForm

export const isForm = (draft: Queued): draft is QueuedForm => 'form' in draft

/** Leaves a refused record as a draft, which the form of a new record offers, and a form in the notice with its reason. */
export function refuse(queued: Queued, message: string): SendResult {
  const { name, ...draft } = queued
  const refused = isForm(queued) ? { refused: message } : {}
  writeDraft(name, encodeDraft({ ...draft, isQueued: undefined, ...refused }))
  if (!isForm(queued) && !showRefusal(name, message)) toast.error(`${message} ${messages.storedAsDraft}`)
  return 'refused'
}
