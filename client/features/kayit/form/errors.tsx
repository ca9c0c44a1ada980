import { useEffect, useRef, type MouseEvent } from 'react'

import { Alert } from '#client/ui/alert.tsx'

import { rowProblems } from '#client/features/kayit/items/items.ts'
import type { KayitModel } from './model.ts'
import type { Refusal } from './save.ts'
import { INFO_NAMES } from './values.ts'

/** A sentence with the name of the input that it is about, if it is about one. */
export interface FormProblem {
  name?: string | undefined
  message: string
}

/** Everything that keeps the record from being saved, in the order of the form. */
export function formProblems({ form, rows }: KayitModel, refusal: Refusal | null): FormProblem[] {
  const { errors, isSubmitted } = form.formState
  const fields = INFO_NAMES.flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
  const items = (isSubmitted ? rows : []).flatMap((row, i) =>
    Object.entries(rowProblems(row)).map(([field, message]) => ({
      name: `islemler.${i}.${field}`,
      message: `${i + 1}. satır: ${message}`,
    })),
  )
  const refused = { message: refusal?.message ?? '', name: refusal?.field?.replace(/^info\./, '') }
  return [...(refusal === null ? [] : [refused]), ...fields, ...items]
}

export interface ErrorSummaryProps {
  problems: FormProblem[]
  /** Counts refused attempts: each one leads here, what becomes wrong while one types does not. */
  attempts: number
  /** Somebody types on and keeps the focus. */
  isQuiet: boolean
}

/** What is wrong, above the form and with the focus, each line a way to its field. */
export function ErrorSummary({ problems, attempts, isQuiet }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(0)
  const isShown = problems.length > 0
  // The problems may be drawn a moment after the attempt is counted.
  useEffect(() => {
    if (!isShown || seen.current === attempts) return
    seen.current = attempts
    if (!isQuiet) box.current?.focus()
  }, [isShown, attempts, isQuiet])
  const goTo = (event: MouseEvent, name: string) => {
    event.preventDefault()
    box.current?.closest('form')?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }
  if (!isShown) return null
  return (
    <Alert key={attempts} ref={box} tabIndex={-1}>
      <ul className="grid gap-1">
        {problems.map(({ name, message }) => (
          <li key={`${name ?? ''} ${message}`}>
            {name === undefined ? (
              message
            ) : (
              <a
                href={`#${name}`}
                className="inline-block font-medium underline underline-offset-4 py-0.5 max-md:py-2.5"
                onClick={(event) => goTo(event, name)}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
