import { logError } from '#client/lib/log.ts'

/** Offers a reminder of the next service after a visit was completed; the code is loaded then. */
export function offerReminder(kayit_id: number): void {
  import('./next-service-offer.ts').then(
    (code) => code.offerNextService(kayit_id),
    (error: unknown) => logError('Hatırlatma sorulamadı.', error),
  )
}
