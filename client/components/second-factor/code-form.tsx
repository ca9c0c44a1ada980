import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { readCode } from '#shared/auth/second-factor.ts'
import { messages } from '#shared/messages.ts'

export interface CodeFormProps {
  submitLabel: string
  isPending: boolean
  /** The error of the last attempt. */
  error: unknown
  /** Whether a recovery code may be typed instead. */
  hasRecovery?: boolean
  onCode: (code: string) => void
  /** Called by 'Vazgeç'; absent if the screen has another way out. */
  onCancel?: () => void
}

const APP = {
  label: 'Doğrulama kodu',
  hint: 'Telefonunuzdaki doğrulama uygulamasının gösterdiği altı rakam.',
  switchLabel: 'Telefonum yanımda değil: yedek kod kullan',
}
const RECOVERY = {
  label: 'Yedek kod',
  hint: 'Sakladığınız on koddan biri; her biri bir kez kullanılır.',
  switchLabel: 'Uygulamanın kodunu kullan',
}

/** A form for six digits of the app or a recovery code; it sends only a readable code. */
export function CodeForm({
  submitLabel,
  isPending,
  error,
  hasRecovery = false,
  onCode,
  onCancel,
}: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isWrong = errorData(error)?.field === 'code'
  useEffect(() => {
    if (isWrong && !isPending) field.current?.select()
  }, [isWrong, isPending])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the events of a portal to the form that contains the dialog.
    event.stopPropagation()
    if (isPending) return
    if (readCode(code) !== null) {
      setProblem(undefined)
      onCode(code)
      return
    }
    setProblem(code.trim() === '' ? messages.codeRequired : messages.codeUnreadable)
    field.current?.focus()
  }
  const switchKind = () => {
    setIsRecovery(!isRecovery)
    setCode('')
    setProblem(undefined)
    field.current?.focus()
  }
  const { label, hint, switchLabel } = isRecovery ? RECOVERY : APP
  const refusal = isWrong && !isPending ? errorMessage(error, messages.codeFailed) : undefined
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {error != null && !isWrong && !isPending && (
        <CallError message={errorMessage(error, messages.codeFailed)} error={error} />
      )}
      <Field label={label} hint={hint} required error={problem ?? refusal}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            {...PLAIN_INPUT}
            inputMode={isRecovery ? 'text' : 'numeric'}
            className="font-mono tracking-wide"
          />
        )}
      </Field>
      <div className="grid gap-2">
        <Button type="submit" isPending={isPending}>
          {submitLabel}
        </Button>
        {onCancel !== undefined && (
          <Button type="button" variant="outline" onClick={onCancel}>
            Vazgeç
          </Button>
        )}
      </div>
      {hasRecovery && (
        <Button type="button" variant="link" className="h-auto whitespace-normal" onClick={switchKind}>
          {switchLabel}
        </Button>
      )}
    </form>
  )
}
