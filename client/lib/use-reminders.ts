import { type RouterInputs, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { addDays, type Day } from '#shared/date.ts'
import { afterDone, type Reminder } from '#shared/reminder/rules.ts'

type SaveInput = RouterInputs['reminder']['save']
/** A reminder of a car; `day` is when it is due, `shown_on` when the list shows it. */
export type OfCar = Reminder & { vehicle_id: number; day: Day | null; shown_on?: Day }

const FAILED = 'Hatırlatma kaydedilemedi.'

/** Returns the input that stores a reminder as it is. */
export const saveInputOf = (vehicle_id: number, reminder: Reminder): SaveInput => {
  const { opened_at: _opened, version, ...fields } = fieldsOf(reminder)
  return { ...fields, vehicle_id, ...(version > 0 && { version }) }
}

/** Returns the stored fields of a reminder, without those of the list. */
const fieldsOf = (one: Reminder): Reminder => ({
  cause: one.cause,
  title: one.title,
  due_day: one.due_day,
  due_km: one.due_km,
  car_kind: one.car_kind,
  registered_on: one.registered_on,
  state: one.state,
  snoozed_until: one.snoozed_until,
  opened_at: one.opened_at,
  version: one.version,
})

/** The acts on a reminder; 'reopen' takes back a refusal or the end. */
export type ReminderAct = 'opened' | 'done' | 'week' | 'month' | 'refuse' | 'reopen' | 'sell' | 'remove'

const WORDS: Readonly<Record<Exclude<ReminderAct, 'opened'>, string>> = {
  done: 'Yapıldı olarak işaretlendi.',
  week: 'Bir hafta ertelendi.',
  month: 'Bir ay ertelendi.',
  refuse: 'Bu hatırlatma bir daha gösterilmez.',
  reopen: 'Hatırlatma yeniden açıldı.',
  sell: 'Araç satıldı olarak işaretlendi.',
  remove: 'Hatırlatma silindi.',
}

/** Returns the function that acts on a reminder; each act but the opening of WhatsApp can be undone. */
export function useReminderActs(today: Day) {
  const utils = trpc.useUtils()
  const { mutateAsync: save } = trpc.reminder.save.useMutation()
  const { mutateAsync: open } = trpc.reminder.opened.useMutation()
  const { mutateAsync: setSold } = trpc.reminder.setSold.useMutation()
  const { mutateAsync: remove } = trpc.reminder.remove.useMutation()
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      toast.error(errorMessage(error, FAILED, FAILED))
      return null
    } finally {
      void utils.reminder.invalidate()
      void utils.change.invalidate()
    }
  }
  return async (act: ReminderAct, one: OfCar): Promise<void> => {
    const { vehicle_id, cause, title } = one
    const name = { vehicle_id, cause, title }
    if (act === 'opened') return void attempt(() => open(name))
    if (act === 'sell') {
      const sold = await attempt(() => setSold({ vehicle_id, is_sold: true }))
      if (sold === null) return
      return toast.undo(WORDS.sell, () => void attempt(() => setSold({ vehicle_id, is_sold: false })))
    }
    if (act === 'remove') {
      const removed = await attempt(() => remove({ ...name, version: one.version }))
      if (removed === null) return
      return toast.undo(
        WORDS.remove,
        () => void attempt(() => save(saveInputOf(vehicle_id, { ...one, version: 0 }))),
      )
    }
    const next = { ...saveInputOf(vehicle_id, changed(act, one, today)), reopens: act === 'reopen' }
    const stored = await attempt(() => save(next))
    if (stored === null) return
    if (act === 'reopen') return toast.success(WORDS.reopen)
    const before = { ...saveInputOf(vehicle_id, { ...one, version: stored.version }), reopens: true }
    toast.undo(WORDS[act], () => void attempt(() => save(before)))
  }
}

/** Returns a reminder after an act. A snooze counts from today, or from the day on which it would be shown. */
function changed(act: ReminderAct, one: OfCar, today: Day): Reminder {
  if (act === 'done') return afterDone(one, today, one.day ?? today)
  if (act === 'refuse') return { ...one, state: 'refused' }
  if (act === 'reopen') return { ...one, state: 'open', snoozed_until: null }
  const shown = one.shown_on ?? one.day ?? today
  const from = shown > today ? shown : today
  return { ...one, snoozed_until: addDays(from, act === 'week' ? 7 : 30) }
}
