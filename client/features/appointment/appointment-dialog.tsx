import { type SubmitEvent, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { DateInput } from '#client/components/date-input.tsx'
import EditorDialog from '#client/components/editor-dialog.tsx'
import { Field } from '#client/components/field.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import { DIGITS_INPUT, PHONE_INPUT } from '#client/lib/input-props.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Input } from '#client/ui/input.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { MAX_MINUTES, MIN_MINUTES } from '#shared/appointment/rules.ts'
import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import { addDays, type Day } from '#shared/date.ts'
import { formatPhone } from '#shared/phone.ts'

import { problemOf, startValues, timeNote, type AppointmentValues } from './appointment-values.ts'
import { CarInput, CustomerInput } from './known-inputs.tsx'
import { useStoreAppointment } from './use-store-appointment.ts'
import { dateText, shortWeekday } from './words.ts'
import type { NewAppointment } from './view.ts'

export interface AppointmentDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The appointment to change, or the beginning of a new one. */
  asked: NewAppointment | ListedAppointment
  /** The loaded week, whose free hours and overlaps are shown. */
  list: AppointmentList | undefined
  /** Called with the day of the stored appointment. */
  onStored: (day: Day) => void
}

/** Asks for an appointment while the customer is on the phone. */
export default function AppointmentDialog({ open, onOpenChange, ...props }: AppointmentDialogProps) {
  return (
    <EditorDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isStored(props.asked) ? 'Randevuyu değiştir' : 'Randevu ver'}
      className="md:max-w-xl"
    >
      <AppointmentForm {...props} onClose={() => onOpenChange(false)} />
    </EditorDialog>
  )
}

export const isStored = (asked: NewAppointment | ListedAppointment): asked is ListedAppointment =>
  'kayit_id' in asked

type FormProps = Omit<AppointmentDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function AppointmentForm({ asked, list, onStored, onClose }: FormProps) {
  const today = useToday()
  const [first] = useState(() => startValues(asked, list, today))
  const [values, setValues] = useState(first)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null)
  const { store, isPending, error } = useStoreAppointment(isStored(asked) ? asked : null)
  const set = (change: Partial<AppointmentValues>) => {
    setValues((before) => ({ ...before, ...change }))
    setProblem(null)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const found = problemOf(values)
    setProblem(found)
    if (found !== null)
      return event.currentTarget.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus()
    store(values, first, () => {
      onStored(values.day)
      onClose()
    })
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2">
        <CarInput values={values} onChange={set} error={errorOf('plate')} />
        <CustomerInput values={values} onChange={set} />
        <Field label="Telefon">
          {(control) => (
            <Input
              {...control}
              {...PHONE_INPUT}
              type="tel"
              autoComplete="off"
              value={values.phone}
              onChange={({ target }) => set({ phone: target.value })}
              onBlur={() => set({ phone: formatPhone(values.phone) })}
            />
          )}
        </Field>
        <Field label="Ne yapılacak">
          {(control) => (
            <Textarea
              {...control}
              rows={1}
              className="min-h-11 md:min-h-10"
              value={values.work}
              onChange={({ target }) => set({ work: target.value })}
            />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Gün</legend>
        <div className="flex flex-wrap gap-2">
          {days.map((day, index) => (
            <Chip key={day} isOn={values.day === day} onPress={() => set({ day })}>
              {['Bugün', 'Yarın'][index] ?? `${shortWeekday(day)} ${dateText(day)}`}
            </Chip>
          ))}
        </div>
        <Field label={<span className="sr-only">Başka gün</span>} error={errorOf('day')}>
          {(control) => (
            <DateInput
              {...control}
              name="day"
              className="md:max-w-52"
              value={values.day}
              onValueChange={(day) => set({ day })}
            />
          )}
        </Field>
      </fieldset>
      <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-[6rem_minmax(0,1fr)]">
        <Field label="Saat" error={errorOf('clock')}>
          {(control) => (
            <Input
              {...control}
              {...DIGITS_INPUT}
              name="clock"
              placeholder="09:30"
              maxLength={5}
              autoComplete="off"
              value={values.clock}
              onChange={({ target }) => set({ clock: target.value })}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Süre</legend>
          <div className="flex flex-wrap gap-2">
            {LENGTHS.map(([minutes, label]) => (
              <Chip key={minutes} isOn={values.minutes === minutes} onPress={() => set({ minutes })}>
                {label}
              </Chip>
            ))}
            <label className="flex items-center gap-1.5 text-sm text-muted-foreground">
              <input
                type="number"
                name="minutes"
                aria-label="Süre, dakika"
                aria-invalid={errorOf('minutes') !== undefined || undefined}
                min={MIN_MINUTES}
                max={MAX_MINUTES}
                step={5}
                className="min-h-11 w-16 rounded-md border border-input bg-card px-2 md:min-h-9"
                value={Number.isNaN(values.minutes) ? '' : values.minutes}
                onChange={({ target }) => set({ minutes: target.valueAsNumber })}
              />
              dk
            </label>
          </div>
          {errorOf('minutes') !== undefined && (
            <p className="mt-1 text-sm font-medium text-destructive">{errorOf('minutes')}</p>
          )}
        </fieldset>
      </div>
      <output className="block text-sm text-warning-ink empty:hidden">
        {timeNote(values, list, isStored(asked) ? asked.kayit_id : 0)}
      </output>
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

const FAILED = 'Randevu kaydedilemedi.'

const LENGTHS = [
  [30, '30 dk'],
  [60, '1 saat'],
  [120, '2 saat'],
  [240, '4 saat'],
] as const

interface ChipProps {
  isOn: boolean
  onPress: () => void
  children: string
}

const Chip = ({ isOn, onPress, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    className="inline-flex min-h-11 items-center rounded-md border border-input bg-card px-3 text-sm font-medium hover:bg-sunken aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background md:min-h-9"
    onClick={onPress}
  >
    {children}
  </button>
)
