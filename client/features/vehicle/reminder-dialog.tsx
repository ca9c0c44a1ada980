import { type FormEvent, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { DateInput } from '#client/components/date-input.tsx'
import EditorDialog from '#client/components/editor-dialog.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, isDay } from '#shared/date.ts'
import {
  CAUSE_WORDS,
  MAX_REMINDER_TITLE,
  WRITTEN_CAUSES,
  type WrittenCause,
} from '#shared/reminder/causes.ts'
import {
  INSPECTION_KIND_WORDS,
  INSPECTION_KINDS,
  type InspectionKind,
  nextInspection,
} from '#shared/reminder/inspection.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import { nextService } from '#shared/reminder/rules.ts'
import type { CarReminder, CarReminders } from '#shared/reminder/schema.ts'

export interface ReminderDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The car. */
  id: number
  today: Day
  /** The reminder to change; `null` for a new one. */
  edited: CarReminder | null
  known: CarReminders
}

/** Adds a reminder to a car, or changes one. */
export default function ReminderDialog({ open, onOpenChange, ...form }: ReminderDialogProps) {
  const title = form.edited === null ? 'Hatırlatma ekle' : 'Hatırlatmayı düzenle'
  return (
    <EditorDialog open={open} onOpenChange={onOpenChange} title={title}>
      <ReminderForm {...form} onClose={() => onOpenChange(false)} />
    </EditorDialog>
  )
}

type Values = {
  cause: WrittenCause
  title: string
  day: string
  km: string
  kind: InspectionKind | ''
  registered: string
}

/** Returns the values with which the form begins; a new service is due at the usual interval. */
function valuesOf(edited: CarReminder | null, known: CarReminders, today: Day): Values {
  const taken = new Set(known.reminders.map(({ cause }) => cause))
  const free = WRITTEN_CAUSES.find((cause) => cause === 'other' || !taken.has(cause)) ?? 'other'
  const cause = edited === null || edited.cause === 'warranty' ? free : edited.cause
  const due = edited ?? (cause === 'service' ? nextService(known.km, today) : { due_day: null, due_km: null })
  return {
    cause,
    title: edited?.title ?? '',
    day: due.due_day ?? '',
    km: due.due_km === null ? '' : formatCount(due.due_km),
    kind: edited?.car_kind ?? known.car_kind ?? '',
    registered: edited?.registered_on ?? '',
  }
}

type FormProps = Omit<ReminderDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function ReminderForm({ id, today, edited, known, onClose }: FormProps) {
  const [values, setValues] = useState(() => valuesOf(edited, known, today))
  const [problem, setProblem] = useState<{ field: 'title' | 'day'; message: string } | null>(null)
  const { reminder, change } = trpc.useUtils()
  const { mutate, isPending, error } = trpc.reminder.save.useMutation({
    onSuccess: () => {
      void reminder.invalidate()
      void change.invalidate()
      toast.success('Hatırlatma kaydedildi.')
      onClose()
    },
  })
  const { cause, title, day, km, kind, registered } = values
  const set = (next: Partial<Values>) => {
    setProblem(null)
    setValues({ ...values, ...next })
  }
  /** Fills in the day of the next inspection, once kind and first registration are known. */
  const setInspection = (next: Partial<Pick<Values, 'kind' | 'registered'>>) => {
    const { kind: k, registered: on } = { kind, registered, ...next }
    set({ ...next, ...(k !== '' && isDay(on) && { day: nextInspection(k, on, today) }) })
  }
  const chooseCause = (next: WrittenCause) =>
    set({
      ...valuesOf(null, { ...known, reminders: [] }, today),
      cause: next,
      ...(next !== 'service' && EMPTY),
    })
  const own = known.reminders.find((one) => one.cause === cause && cause !== 'other') ?? null
  const stored = edited ?? own
  const isRefused = stored?.state === 'refused'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || isRefused) return
    if (cause === 'other' && title.trim() === '')
      return setProblem({ field: 'title', message: reminderMessages.titleRequired })
    if (day === '' && km.trim() === '')
      return setProblem({ field: 'day', message: reminderMessages.dueRequired })
    const isInspection = cause === 'inspection'
    mutate({
      vehicle_id: id,
      cause,
      title: cause === 'other' ? title : '',
      due_day: day,
      due_km: cause === 'service' || cause === 'other' ? km : '',
      car_kind: isInspection && kind !== '' ? kind : null,
      registered_on: isInspection ? registered : '',
      ...(stored !== null && { version: stored.version }),
    })
  }
  const errorOf = (field: 'title' | 'day') => (problem?.field === field ? problem.message : undefined)
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {edited === null && (
        <Field label="Ne hatırlatılacak">
          {(control) => (
            <Select
              {...control}
              value={cause}
              onChange={({ target }) => chooseCause(target.value as WrittenCause)}
            >
              {WRITTEN_CAUSES.map((one) => (
                <option key={one} value={one}>
                  {CAUSE_WORDS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {isRefused && <p className="text-sm text-warning-ink">{reminderMessages.refused}</p>}
      {edited === null && own !== null && !isRefused && (
        <p className="text-sm text-muted-foreground">Bu araçta zaten var; kaydedince yenisi geçerli olur.</p>
      )}
      {cause === 'other' && edited === null && (
        <Field label="Adı" error={errorOf('title')} required>
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_REMINDER_TITLE}
              placeholder="Antifriz kontrolü"
              value={title}
              onChange={({ target }) => set({ title: target.value })}
            />
          )}
        </Field>
      )}
      {cause === 'inspection' && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Araç cinsi">
            {(control) => (
              <Select
                {...control}
                value={kind}
                onChange={({ target }) => setInspection({ kind: target.value as Values['kind'] })}
              >
                <option value="">Bilinmiyor</option>
                {INSPECTION_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {INSPECTION_KIND_WORDS[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="İlk tescil tarihi">
            {(control) => (
              <DateInput
                {...control}
                value={registered}
                onValueChange={(next) => setInspection({ registered: next })}
              />
            )}
          </Field>
        </div>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={DAY_LABELS[cause]} error={errorOf('day')} hint={dayHint(cause)}>
          {(control) => <DateInput {...control} value={day} onValueChange={(next) => set({ day: next })} />}
        </Field>
        {(cause === 'service' || cause === 'other') && (
          <Field label="Kilometre" hint={kmHint(known)}>
            {(control) => (
              <Input
                {...control}
                {...DIGITS_INPUT}
                maxLength={9}
                value={km}
                onChange={({ target }) => set({ km: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {error !== null && <CallError message={errorMessage(error, FAILED, FAILED)} error={error} />}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" isPending={isPending} disabled={isRefused}>
          Kaydet
        </Button>
      </DialogFooter>
    </form>
  )
}

const FAILED = 'Hatırlatma kaydedilemedi.'
const EMPTY = { day: '', km: '' }

const DAY_LABELS: Readonly<Record<WrittenCause, string>> = {
  service: 'En geç',
  inspection: 'Muayene günü',
  insurance: 'Bitiş günü',
  casco: 'Bitiş günü',
  other: 'Gün',
}

const dayHint = (cause: WrittenCause): string | undefined =>
  cause === 'inspection'
    ? 'Cins ve ilk tescil yazılırsa kendiliğinden dolar; ruhsattakiyle karşılaştırın.'
    : undefined

/** Returns the car's kilometres in words, because the day is projected from them. */
function kmHint({ km, km_per_day }: CarReminders): string {
  if (km === null) return 'Aracın km bilgisi yok.'
  if (km_per_day === null) return `Son km ${formatCount(km)}. Gün tahmini için ikinci bir km gerekir.`
  return `Son km ${formatCount(km)}, günde ${formatCount(km_per_day)} km.`
}
