import { useId, type ReactNode } from 'react'

import { FieldNote } from '#client/components/field-note.tsx'
import { cn } from '#client/lib/cn.ts'
import { Label } from '#client/ui/label.tsx'

/** The props that the control inside a field must carry. */
export interface FieldControl {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

export interface FieldProps {
  label: ReactNode
  /** A few words after the label that are not part of the control's name: 'KDV dahil'. */
  remark?: ReactNode
  /** The message of the problem; the control is then `aria-invalid`. */
  error?: string | undefined
  /** Whether the control is invalid and another one shows the message. */
  isInvalid?: boolean
  hint?: ReactNode
  /** The note on an unusual value, '' for none; absent for fields that never have one. */
  note?: string | undefined
  required?: boolean
  className?: string
  /** Renders the control: `{(control) => <Input {...control} {...register('plaka')} />}`. */
  children: (control: FieldControl) => ReactNode
}

/** Returns a control's `aria-describedby` with one more id. */
export const describedBy = (control: FieldControl, id: string): string =>
  [control['aria-describedby'], id].filter(Boolean).join(' ')

/** A label, its control, hint, note and message, linked to each other for screen readers. */
export function Field(props: FieldProps) {
  const { label, remark, error, hint, note, isInvalid = false, required = false, className, children } = props
  const id = useId()
  const present = {
    remark: remark !== undefined,
    hint: hint !== undefined,
    note: Boolean(note),
    error: error !== undefined,
  }
  const texts = Object.entries(present)
    .flatMap(([name, isThere]) => (isThere ? `${id}-${name}` : []))
    .join(' ')
  const control: FieldControl = {
    id,
    ...((error !== undefined || isInvalid) && { 'aria-invalid': true }),
    ...(texts !== '' && { 'aria-describedby': texts }),
    ...(required && { 'aria-required': true }),
  }
  return (
    <div data-slot="field" className={cn('grid content-start gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Label htmlFor={id}>{label}</Label>
        {remark !== undefined && (
          <span id={`${id}-remark`} className="text-xs text-muted-foreground">
            {remark}
          </span>
        )}
      </div>
      {children(control)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {note !== undefined && <FieldNote id={`${id}-note`}>{note}</FieldNote>}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
