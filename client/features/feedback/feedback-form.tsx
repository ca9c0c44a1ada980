import { useId } from 'react'

import { AreaField, TextField } from '#client/forms/fields.tsx'
import { FormFrame, SubmitButton } from '#client/forms/form.tsx'
import { fieldProblems } from '#client/forms/problems.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'

const RULES = { subject: { label: 'Konu' }, message: { label: 'Mesaj' } }
const EMPTY = { values: { subject: '', message: '' }, version: null }

/** Sends subject and message to the operators of the panel; the text stays until it is stored. */
export function FeedbackForm() {
  const id = useId()
  const add = trpc.feedback.add.useMutation({ onSuccess: () => void api.admin.feedbacks.invalidate() })
  const form = useForm({
    rules: RULES,
    stored: EMPTY,
    validate: (values) => fieldProblems(feedbackInput, values),
    draft: { name: `geri-bildirim:${useSessionUser().id}`, mode: 'restore' },
    save: (values, { key }) => add.mutateAsync({ ...values, key }),
    snapshotOf: () => EMPTY,
    onStored: () => {},
    // The server's message, or another one without a response (specification §8).
    failureMessage: (error) => errorMessage(error, messages.feedbackSendFailed, messages.feedbackUnreachable),
  })
  const clear = (button: HTMLElement) => {
    if (!form.discard()) return
    add.reset()
    button.closest('form')?.querySelector<HTMLElement>('[name="subject"]')?.focus()
  }
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Geri bildirim gönder</CardTitle>
        <CardDescription>Soru, sorun ve önerilerinizi buradan yazabilirsiniz.</CardDescription>
      </CardHeader>
      <FormFrame form={form} onInput={() => add.isSuccess && add.reset()}>
        {add.isSuccess && <Alert variant="success">{messages.feedbackSent}</Alert>}
        <TextField form={form} name="subject" required enterKeyHint="next" />
        <AreaField form={form} name="message" required controlClassName="min-h-40" />
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          <Button variant="outline" onClick={({ currentTarget }) => clear(currentTarget)}>
            Temizle
          </Button>
          <SubmitButton form={form}>Gönder</SubmitButton>
        </div>
      </FormFrame>
    </Card>
  )
}
