import { useId, useRef, useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { LoginAgainDialog } from '#client/components/login-again-dialog.tsx'
import { api, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { useLoginAgain } from '#client/lib/login-again.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Input } from '#client/ui/input.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { messages } from '#shared/messages.ts'

import { feedbackProblems, firstWrong } from './feedback-rules.ts'

/** The key makes one feedback of a retry. */
const emptyFeedback = () => ({ subject: '', message: '', key: randomKey() })
type Feedback = ReturnType<typeof emptyFeedback>

const isTyped = ({ subject, message }: Feedback) => subject !== '' || message !== ''

/** What was typed since a feedback was sent, as the beginning of the next one. */
const typedSince = (sent: Feedback, now: Feedback): Feedback => ({
  ...emptyFeedback(),
  ...(now.subject !== sent.subject && { subject: now.subject }),
  ...(now.message !== sent.message && { message: now.message }),
})

/** What is sent, and what came of it. */
function useSendFeedback(onSent: (sent: Feedback) => void) {
  const send = trpc.feedback.add.useMutation({
    onSuccess: (_answer, sent) => {
      void api.admin.feedbacks.invalidate()
      onSent(sent as Feedback)
    },
  })
  const busy = useRef(false)
  const isInterrupted = send.isError && errorData(send.error)?.code === 'UNAUTHORIZED'
  return {
    isPending: send.isPending,
    isSent: send.isSuccess,
    isInterrupted,
    // The login over the form asks for the password and resumes.
    failure: send.isError && !isInterrupted ? feedbackFailure(send.error) : undefined,
    reset: send.reset,
    send: (feedback: Feedback) => {
      if (busy.current) return
      busy.current = true
      send.mutate(feedback, {
        onSettled: () => {
          busy.current = false
        },
      })
    },
  }
}

/** The server's sentence, 'Gönderilemedi.' for a bug there, another one when no answer came (specification §8). */
const feedbackFailure = (error: unknown) =>
  errorMessage(error, messages.feedbackSendFailed, messages.feedbackUnreachable)

/** Subject and message for the people behind the panel; what is typed stays until it has arrived. */
export function FeedbackForm() {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(`geri-bildirim:${useSessionUser().id}`, emptyFeedback)
  const [isTried, setIsTried] = useState(false)
  const { value } = draft

  const begin = (start: Feedback) => {
    draft.reset(start)
    if (isTyped(start)) draft.change(start)
    setIsTried(false)
  }
  const sending = useSendFeedback((sent) => begin(typedSince(sent, draft.current())))
  const loginAgain = useLoginAgain(isTyped(value), () => {
    if (sending.isInterrupted) sending.send(value)
  })
  const problems = feedbackProblems(value)
  const shown = isTried ? problems : {}

  const change = (next: Partial<Feedback>) => {
    if (sending.isSent) sending.reset()
    const typed = { ...value, ...next }
    if (isTyped(typed)) draft.change(typed)
    else draft.reset(typed)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = firstWrong(problems)
    if (wrong === undefined) sending.send(value)
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  const clear = () => {
    sending.reset()
    begin(emptyFeedback())
    form.current?.querySelector<HTMLElement>('[name="subject"]')?.focus()
  }
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Geri bildirim gönder</CardTitle>
        <CardDescription>Soru, sorun ve önerilerinizi buradan yazabilirsiniz.</CardDescription>
      </CardHeader>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {sending.isSent && <Alert variant="success">{messages.feedbackSent}</Alert>}
        {sending.failure !== undefined && <Alert>{sending.failure}</Alert>}
        <Field label="Konu" required error={shown.subject}>
          {(control) => (
            <Input
              {...control}
              name="subject"
              autoComplete="off"
              enterKeyHint="next"
              value={value.subject}
              onChange={(event) => change({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field label="Mesaj" required error={shown.message}>
          {(control) => (
            <Textarea
              {...control}
              name="message"
              className="min-h-40"
              value={value.message}
              onChange={(event) => change({ message: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          <Button variant="outline" onClick={clear}>
            Temizle
          </Button>
          <Button type="submit" pending={sending.isPending}>
            Gönder
          </Button>
        </div>
      </form>
      <LoginAgainDialog {...loginAgain} />
    </Card>
  )
}
