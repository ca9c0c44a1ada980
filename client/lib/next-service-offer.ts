import { api, trpcClient } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { logError } from '#client/lib/log.ts'
import { hasRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { isolated } from '#shared/bidi.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { isCompleted } from '#shared/kayit/rules.ts'
import { nextService, offersService } from '#shared/reminder/rules.ts'

const FAILED = 'Hatırlatma kaydedilemedi.'
/** A little longer than a message with an action stays. */
const WAIT_MS = 10_500

/**
 * Offers a reminder of the next service for the car of a visit, if that is still completed and none is ahead. With `waits`
 * it comes after the message with an action that tells of the visit, because it would cover that one.
 */
export const offerNextService = (kayit_id: number, waits: boolean): Promise<void> =>
  offer(kayit_id, waits).catch((error: unknown) => logError('Hatırlatma sorulamadı.', error))

async function offer(kayit_id: number, waits: boolean): Promise<void> {
  if (!hasRight('quotes')) return
  if (waits) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const [{ kayit, stage }, [car]] = await Promise.all([
    api.kayit.get.fetch({ kayit_id }, { staleTime: 0 }),
    api.vehicle.earlier.fetch({ kayit_ids: [String(kayit_id)] }),
  ])
  if (car === undefined || stage !== undefined || !isCompleted(kayit)) return
  const today = todayInIstanbul(new Date())
  const { vehicle_id } = car
  const { reminders, km, sold_on } = await api.reminder.of.fetch({ id: vehicle_id }, { staleTime: 0 })
  const service = reminders.find(({ cause }) => cause === 'service')
  if (sold_on !== null || !offersService(service, today)) return
  const next = nextService(km, today)
  const days = next.due_day === null ? '' : formatDay(next.due_day)
  const when = next.due_km === null ? days : `${formatCount(next.due_km)} km ya da ${days}`
  const save = async () => {
    const version = service === undefined ? {} : { version: service.version }
    try {
      await trpcClient.reminder.save.mutate({ vehicle_id, cause: 'service', ...next, ...version })
      toast.success('Bakım hatırlatması eklendi.')
    } catch (error) {
      toast.error(errorMessage(error, FAILED, FAILED))
    }
    void api.reminder.invalidate()
  }
  const plate = kayit.plaka === '' ? '' : `${isolated(kayit.plaka)} için `
  toast.undo(`${plate}sonraki bakım hatırlatılsın mı? ${when}`, () => void save(), 'Hatırlat')
}
