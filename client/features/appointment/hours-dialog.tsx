import { type FormEvent, useId, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import EditorDialog from '#client/components/editor-dialog.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Input } from '#client/ui/input.tsx'
import { appointmentMessages } from '#shared/appointment/messages.ts'
import { MAX_CAPACITY } from '#shared/appointment/rules.ts'
import type { WorkingHours } from '#shared/appointment/schema.ts'
import { clockOf, minuteOf } from '#shared/clock.ts'

import { LONG_WEEKDAYS } from './words.ts'

export interface HoursDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  stored: WorkingHours
}

/** Edits the opening hours of the weekdays and the number of cars that the shop can take on a day. */
export default function HoursDialog({ open, onOpenChange, stored }: HoursDialogProps) {
  return (
    <EditorDialog open={open} onOpenChange={onOpenChange} title="Çalışma saatleri">
      <HoursForm stored={stored} onClose={() => onOpenChange(false)} />
    </EditorDialog>
  )
}

type Line = { isOpen: boolean; from: string; until: string }

const lineOf = (span: WorkingHours['hours'][number]): Line => ({
  isOpen: span !== null,
  from: clockOf(span?.from ?? 540),
  until: clockOf(span?.until ?? 1_080),
})

/** Returns the hours of a line; `undefined` for times that are none. */
function spanOf({ isOpen, from, until }: Line) {
  if (!isOpen) return null
  const span = { from: minuteOf(from), until: minuteOf(until) }
  return span.from !== null && span.until !== null && span.from < span.until
    ? { from: span.from, until: span.until }
    : undefined
}

function HoursForm({ stored, onClose }: { stored: WorkingHours; onClose: () => void }) {
  const id = useId()
  const [lines, setLines] = useState(() => stored.hours.map(lineOf))
  const [capacity, setCapacity] = useState(stored.capacity === null ? '' : String(stored.capacity))
  const [problem, setProblem] = useState('')
  const { appointment } = trpc.useUtils()
  const { mutate, isPending, error } = trpc.appointment.saveHours.useMutation({
    onSuccess: () => {
      void appointment.invalidate()
      toast.success('Çalışma saatleri kaydedildi.')
      onClose()
    },
  })
  const change = (index: number, next: Partial<Line>) => {
    setLines(lines.map((line, at) => (at === index ? { ...line, ...next } : line)))
    setProblem('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const hours = lines.map(spanOf)
    const wrong = hours.indexOf(undefined)
    const most = capacity.trim() === '' ? null : Number(capacity)
    if (wrong >= 0) {
      setProblem(appointmentMessages.hoursInvalid)
      document.getElementById(`${id}-${wrong}`)?.focus()
    } else if (most !== null && (!Number.isInteger(most) || most < 1 || most > MAX_CAPACITY)) {
      setProblem(appointmentMessages.capacityInvalid)
      document.getElementById(`${id}-capacity`)?.focus()
    } else mutate({ hours: hours.flatMap((span) => (span === undefined ? [] : [span])), capacity: most })
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <ul className="grid gap-1.5">
        {lines.map((line, index) => (
          <li key={LONG_WEEKDAYS[index]} className="flex min-h-11 items-center gap-2">
            <span className="w-32 shrink-0">
              <Checkbox
                label={LONG_WEEKDAYS[index] ?? ''}
                checked={line.isOpen}
                onChange={({ target }) => change(index, { isOpen: target.checked })}
              />
            </span>
            {line.isOpen ? (
              <>
                {(['from', 'until'] as const).map((name) => (
                  <Input
                    key={name}
                    {...DIGITS_INPUT}
                    id={name === 'from' ? `${id}-${index}` : undefined}
                    aria-label={`${LONG_WEEKDAYS[index]} ${name === 'from' ? 'açılış' : 'kapanış'}`}
                    aria-invalid={(problem !== '' && spanOf(line) === undefined) || undefined}
                    maxLength={5}
                    className="w-20"
                    value={line[name]}
                    onChange={({ target }) => change(index, { [name]: target.value })}
                  />
                ))}
              </>
            ) : (
              <span className="text-muted-foreground">Kapalı</span>
            )}
          </li>
        ))}
      </ul>
      <label className="flex flex-wrap items-center gap-2" htmlFor={`${id}-capacity`}>
        Bir günde alınabilen araç
        <Input
          {...DIGITS_INPUT}
          id={`${id}-capacity`}
          aria-describedby={`${id}-hint`}
          maxLength={3}
          className="w-20"
          value={capacity}
          onChange={({ target }) => {
            setCapacity(target.value)
            setProblem('')
          }}
        />
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted-foreground">
        Boş bırakırsanız sınır gösterilmez. Saat dışına ve dolu güne de randevu verebilirsiniz.
      </p>
      <p role="alert" className="text-sm font-medium text-destructive empty:hidden">
        {problem}
      </p>
      {error !== null && <CallError message={errorMessage(error, FAILED, FAILED)} error={error} />}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" isPending={isPending}>
          Kaydet
        </Button>
      </DialogFooter>
    </form>
  )
}

const FAILED = 'Çalışma saatleri kaydedilemedi.'
