/**
 * The part of the global scope that the service worker uses; TypeScript's library for workers contradicts the page's.
 */
interface LongEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface RequestEvent extends LongEvent {
  readonly request: Request
  respondWith: (response: Promise<Response>) => void
}

export interface ServiceWorker {
  readonly location: Location
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LongEvent) => void): void
    (type: 'fetch', listener: (event: RequestEvent) => void): void
  }
}
