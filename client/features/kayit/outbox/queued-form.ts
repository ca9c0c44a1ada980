import { type StoredDraft, readDrafts } from '#client/forms/stored-drafts.ts'
import { readDraft } from '#client/lib/drafts.ts'

/** The beginnings of the drafts' names, by the form. */
export const FORM_PREFIX = { intake: 'kabul', delivery: 'teslim' } as const
export type FormName = keyof typeof FORM_PREFIX

/** The values that the notice shows of a queued form. */
const SHOWN = { seen: '', signer: '' }

export type QueuedForm = StoredDraft<typeof SHOWN> & {
  form: FormName
  /** The stored record's id, else 0 and the key of a record that waits too. */
  kayitId: number
  kayitKey: string
}

/** The record of a form: a stored one by its id, one that waits on this device by 0 and its key. */
type Target = { id: number; key?: string | undefined }

/** Returns the name of a form's drafts, without their keys. */
export const formDraftName = (form: FormName, userId: number, { id, key = '' }: Target): string =>
  `${FORM_PREFIX[form]}:${userId}:${id === 0 ? `0-${key}` : id}`

/** Returns the user's forms that were saved without a connection, and those that the server has refused since. */
export function readQueuedForms(userId: number): QueuedForm[] {
  return (['intake', 'delivery'] as const).flatMap((form) =>
    readDrafts({ prefix: `${FORM_PREFIX[form]}:${userId}:`, sample: SHOWN })
      .filter(({ isQueued, refused }) => isQueued !== undefined || refused !== undefined)
      .toReversed()
      .map((draft) => {
        const [, , target = ''] = draft.name.split(':')
        const isNew = target.startsWith('0-')
        return { ...draft, form, kayitId: isNew ? 0 : Number(target), kayitKey: isNew ? target.slice(2) : '' }
      }),
  )
}

/** Returns whether the record of a form is on this device only, so that it has to be sent before. */
export const isBehindRecord = ({ kayitKey }: QueuedForm, userId: number): boolean =>
  kayitKey !== '' && readDraft(`kayit:${userId}:0:${kayitKey}`) !== undefined
