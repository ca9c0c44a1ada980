import { TRPCClientError } from '@trpc/client'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

import { isQueuedOffline } from '#client/forms/form-state.ts'
import { noteQueueChange } from '#client/forms/stored-drafts.ts'
import type { Form } from '#client/forms/use-form.ts'
import { decodeDraft, draftNames, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'

interface WaitingForm {
  /** The name of the form's drafts, without their keys. */
  draftName: string
  /** The form's name in the message: 'Araç kabul'. */
  title: string
  onClose: () => void
}

/**
 * Closes the dialog of a form that was saved without a connection, because the notice below the header shows it from
 * then on. A waiting form that is opened and not saved again waits on as it was.
 */
export function useWaitingForm<V extends object, Stored>(
  form: Form<V, Stored>,
  { draftName, title, onClose }: WaitingForm,
): Form<V, Stored> {
  const [before] = useState(() => findWaiting(draftName))
  const isQueued = useStore(form.store, isQueuedOffline)
  const close = useEffectEvent(() => {
    toast.info(`${title} bu cihazda saklandı. Bağlantı gelince gönderilecek.`)
    onClose()
  })
  useEffect(() => {
    if (isQueued) close()
  }, [isQueued])
  useEffect(
    () => () => {
      // Without a draft it was stored or discarded.
      if (before === undefined || isWaiting(before.name) !== false) return
      writeDraft(before.name, before.text)
      noteQueueChange()
    },
    [before],
  )
  return before === undefined ? form : { ...form, discard: () => true }
}

/** Keeps Enter in a field, 'Git' on a phone's keyboard, from saving a form before it is signed. */
export function ignoreEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Returns the error of a form that cannot be sent before its record; it counts as a lost connection. */
export const waitsForRecord = () => new TRPCClientError('The record waits for the connection.')

function findWaiting(draftName: string): { name: string; text: string } | undefined {
  const name = draftNames(`${draftName}:`).find(isWaiting)
  const text = name === undefined ? undefined : readDraft(name)
  return name === undefined || text === undefined ? undefined : { name, text }
}

/** Returns whether a draft is sent without its form; undefined without a draft. */
function isWaiting(name: string): boolean | undefined {
  const text = readDraft(name)
  return text === undefined ? undefined : (decodeDraft(text) as { isQueued?: true }).isQueued === true
}
