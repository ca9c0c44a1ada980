import { logError } from '#client/lib/log.ts'

/**
 * Offers a reminder of the next service after a visit was completed; the code is loaded then. With `waits` the offer comes
 * after the message with an action that tells of the visit, because it would cover that one.
 */
export function offerReminder(kayit_id: number, waits = false): void {
  import('./next-service-offer.ts')
    .then((code) => code.offerNextService(kayit_id, waits))
    .catch((error: unknown) => logError('Hatırlatma sorulamadı.', error))
}
