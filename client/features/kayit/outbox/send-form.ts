import { formAddress } from '#client/features/kayit/intake/form-address.ts'
import { deliveryInputOf, type DeliveryValues } from '#client/features/kayit/intake/delivery-values.ts'
import { intakeInputOf, type IntakeValues } from '#client/features/kayit/intake/intake-values.ts'
import { isOpenHere } from '#client/forms/stored-drafts.ts'
import { queryClient, trpcClient } from '#client/lib/api.ts'
import { draftNames, dropDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { errorData, errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'

import { FORM_PREFIX, formDraftName, type FormName, type QueuedForm } from './queued-form.ts'
import { refuse, type SendResult } from './refuse.ts'

/** Refusals that a repetition would get again. */
const FINAL = ['BAD_REQUEST', 'CONFLICT', 'NOT_FOUND']

export const FORM_TOO_OLD = 'Altı günden uzun bekledi. Açıp gözden geçirin, sonra kaydedin.'

const SAVED: Record<FormName, string> = { intake: 'Araç kabul kaydedildi.', delivery: 'Teslim kaydedildi.' }

export interface FormSender {
  hasPrices: boolean
  /** The calls of the server; tests have their own. */
  intake?: Pick<typeof trpcClient.intake, 'save' | 'deliver'>
}

/** Sends a form that was saved without a connection, as it was signed then; tells the user. */
export async function sendForm(draft: QueuedForm, sender: FormSender): Promise<SendResult> {
  const { form } = draft
  try {
    const { kayit_id } = await mutate(() => store(draft, sender))
    dropDraft(draft.name)
    const link = { label: 'Formu yazdır', href: formAddress(form, kayit_id) }
    toast.success(SAVED[form], sender.hasPrices ? link : undefined)
    return 'stored'
  } catch (error) {
    const code = errorData(error)?.code
    if (isNetworkError(error) || code === 'UNAUTHORIZED') return 'stop'
    const isFinal = code === undefined || FINAL.includes(code)
    return isFinal ? refuse(draft, errorMessage(error, 'Form kaydedilemedi.')) : 'later'
  }
}

/** Calls like a hook would, so that the connection and the end of the session are noticed. */
const mutate = <Stored>(mutationFn: () => Promise<Stored>): Promise<Stored> =>
  queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)

function store(
  { form, values, key, version, kayitId, kayitKey, savedAt }: QueuedForm,
  { hasPrices, intake = trpcClient.intake }: FormSender,
): Promise<{ kayit_id: number }> {
  const about = {
    kayit_id: kayitId,
    ...(kayitKey !== '' && { kayit_key: kayitKey }),
    key,
    ...(version !== null && { version }),
    filled_at: savedAt,
  }
  return form === 'intake'
    ? intake.save.mutate(intakeInputOf(values as unknown as IntakeValues, { ...about, hasPrices }))
    : intake.deliver.mutate(deliveryInputOf(values as unknown as DeliveryValues, about))
}

/** Gives the queued forms of a record that was stored now its id; one that is open keeps the key of the record. */
export function giveFormsId(userId: number, key: string, id: number): void {
  for (const form of Object.keys(FORM_PREFIX) as FormName[]) {
    const before = formDraftName(form, userId, { id: 0, key })
    for (const name of draftNames(`${before}:`).filter((draft) => !isOpenHere(draft))) {
      const text = readDraft(name)
      const after = formDraftName(form, userId, { id }) + name.slice(before.length)
      if (text !== undefined && writeDraft(after, text)) dropDraft(name)
    }
  }
}
