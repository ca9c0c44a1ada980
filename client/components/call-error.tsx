import { nextStep } from '#client/lib/error-message.ts'
import { Alert } from '#client/ui/alert.tsx'

interface CallErrorProps {
  /** The message for the user, word for word if the specification gives it. */
  message: string
  error: unknown
}

/** The message of a failed call and, below it, the user's next step. */
export function CallError({ message, error }: CallErrorProps) {
  return (
    <div className="grid gap-1.5">
      <Alert>{message}</Alert>
      <NextStep text={nextStep(error)} />
    </div>
  )
}

/** A sentence below a message, not part of it; '' renders nothing. */
export function NextStep({ text }: { text: string }) {
  return text !== '' && <output className="block px-1 text-sm text-muted-foreground">{text}</output>
}
