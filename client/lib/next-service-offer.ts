import { api, trpcClient } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { hasRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { nextService, offersService } from '#shared/reminder/rules.ts'

const FAILED = 'Hatırlatma kaydedilemedi.'

/**
 * Offers a reminder of the next service for the car of a completed visit. Any failure on the way offers nothing, because
 * the visit is stored already.
 */
export async function offerNextService(kayit_id: number): Promise<void> {
  if (!hasRight('quotes')) return
  const today = todayInIstanbul(new Date())
  const [car] = await api.vehicle.earlier.fetch({ kayit_ids: [String(kayit_id)] })
  if (car === undefined) return
  const { reminders, km, sold_on } = await api.reminder.of.fetch({ id: car.vehicle_id }, { staleTime: 0 })
  const service = reminders.find(({ cause }) => cause === 'service')
  if (sold_on !== null || !offersService(service, today)) return
  const next = nextService(km, today)
  const when = [
    next.due_km === null ? '' : `${formatCount(next.due_km)} km`,
    next.due_day === null ? '' : formatDay(next.due_day),
  ]
    .filter(Boolean)
    .join(' ya da ')
  const save = async () => {
    try {
      await trpcClient.reminder.save.mutate({
        vehicle_id: car.vehicle_id,
        cause: 'service',
        ...next,
        ...(service !== undefined && { version: service.version }),
      })
      toast.success('Bakım hatırlatması eklendi.')
    } catch (error) {
      toast.error(errorMessage(error, FAILED, FAILED))
    }
    void api.reminder.invalidate()
  }
  toast.undo(`Sonraki bakım hatırlatılsın mı? ${when}`, () => void save(), 'Hatırlat')
}
