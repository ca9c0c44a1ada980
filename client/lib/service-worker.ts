import { logError } from '#client/lib/log.ts'
import { BASE_PATH } from '#shared/base.ts'

/**
 * Registers the service worker, which opens the panel without a connection. `npm run dev` has no build and so no
 * worker.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register(`${BASE_PATH}/sw.js`)
      .catch((error: unknown) => logError('Çevrimdışı açılış kurulamadı.', error))
  })
}
