import { logError } from '#client/lib/log.ts'
import { BASE_PATH } from '#shared/base.ts'

/** Lets the panel open without a connection, once the page has loaded; not in `npm run dev`, which has no build. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register(`${BASE_PATH}/sw.js`)
      .catch((error: unknown) => logError('Çevrimdışı açılış kurulamadı.', error))
  })
}
