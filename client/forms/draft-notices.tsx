import { useRef } from 'react'

import { formatInstant } from '#shared/date.ts'
import { loginMessages } from '#shared/login-messages.ts'
import { useStore } from '#client/lib/store.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

import { isQueuedOffline } from './form-state.ts'
import { type FormFields, useIsDirty } from './use-field.ts'
import type { Form } from './use-form.ts'

/** The offer of an unsaved draft; `onAnswer` is called after either choice. */
export function DraftOffer<V extends object, Stored>({
  form: { draft },
  onAnswer,
}: {
  form: Form<V, Stored>
  onAnswer: () => void
}) {
  const { offer, accept, refuse } = draft
  if (offer === undefined) return null
  const answer = (act: () => void) => () => {
    act()
    onAnswer()
  }
  return (
    <Alert variant="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">Taslak var</strong> ({formatInstant(offer.savedAt)})
          {offer.about !== '' && `: ${offer.about}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={answer(accept)}>
            Taslağı geri yükle
          </Button>
          <Button variant="ghost" size="sm" onClick={answer(refuse)}>
            Taslağı sil
          </Button>
        </div>
      </div>
    </Alert>
  )
}

/** The notice that the fields were restored after a reload or after the dialog was closed. */
export function RestoredNotice<V extends object, Stored>({ form }: { form: Form<V, Stored> }) {
  const isDirty = useIsDirty(form)
  if (!isDirty || !form.draft.isRestored) return null
  return (
    <Alert variant="info" className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>Kaydedilmemiş bilgiler geri yüklendi.</p>
        <Button variant="outline" size="sm" onClick={form.discard}>
          Taslağı sil
        </Button>
      </div>
    </Alert>
  )
}

/** The notice that a change submitted without a connection is stored and will be sent later. */
export function QueuedNotice<V extends object>({ form: { store } }: { form: FormFields<V> }) {
  const isQueued = useStore(store, isQueuedOffline)
  return isQueued && <Queued />
}

/** The notice takes the focus, because the pressed button is disabled now. */
function Queued() {
  const box = useRef<HTMLDivElement>(null)
  useFocusOnMount(box)
  return (
    <Alert ref={box} tabIndex={-1} variant="info">
      {loginMessages.networkError} Bu cihazda saklandı. Bağlantı gelince gönderilecek, ekrandan
      ayrılabilirsiniz.
    </Alert>
  )
}
