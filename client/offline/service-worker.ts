// Opens the panel without a connection: caches the page and its files, which hold no user's data. It never intercepts
// calls of the API, so a response with a shop's data is never stored on the device.
import type { ServiceWorker } from './service-worker-types.ts'

declare const self: ServiceWorker
/** Set by the build (scripts/service-worker.ts): the page's address, its files, and a hash of all of them. */
declare const SHELL: { page: string; files: string[]; version: string }

const PREFIX = 'kabuk-'
const NAME = PREFIX + SHELL.version
/** Milliseconds that a navigation waits for the server on a bad connection before the stored page is shown. */
const PATIENCE_MS = 5_000

self.addEventListener('install', (event) => {
  event.waitUntil(store())
})

// The worker of an older version serves its own pages until they are closed, so they never lack a file.
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(page(request))
  } else if (SHELL.files.includes(pathname)) event.respondWith(file(request))
})

/**
 * Returns whether an address is the page: below the base path, without a dot, and neither the API's nor a customer's
 * page (docs/architecture.md).
 */
const isPage = (pathname: string) =>
  pathname.startsWith(SHELL.page) &&
  !/^(?:api|p)\//.test(pathname.slice(SHELL.page.length)) &&
  !pathname.includes('.')

async function store(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll([SHELL.page, ...SHELL.files])
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  )
}

async function file(request: Request): Promise<Response> {
  return (await stored(request.url)) ?? fetch(request)
}

/** Returns the page from the server, or the stored one if the server does not respond in time. */
async function page(request: Request): Promise<Response> {
  const shell = await stored(SHELL.page)
  if (shell === undefined) return fetch(request)
  const waited = new Promise<Response>((resolve) => setTimeout(() => resolve(shell), PATIENCE_MS))
  return Promise.race([fetchOr(request, shell), waited])
}

/** Returns the stored page for a server error too, because a proxy may respond for a server that is down. */
async function fetchOr(request: Request, shell: Response): Promise<Response> {
  const response = await fetch(request).catch(() => shell)
  return response.status >= 500 ? shell : response
}

const stored = (address: string) => caches.match(address, { cacheName: NAME, ignoreVary: true })
