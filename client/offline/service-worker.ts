// Opens the panel without a connection: keeps the page and its files, which hold nobody's data. Calls of the API are
// never intercepted, so a response with a shop's data is never stored on the device.
import type { ServiceWorker } from './service-worker-types.ts'

declare const self: ServiceWorker
/** Set by the build (scripts/service-worker.ts): the page's address, its files, and a hash of all of them. */
declare const SHELL: { page: string; files: string[]; version: string }

const PREFIX = 'kabuk-'
const NAME = PREFIX + SHELL.version
/** How long a navigation waits for the server on a bad connection before the stored page is shown. */
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

/** An address without a dot below the base path, except the API's, is the page (docs/architecture.md). */
const isPage = (pathname: string) =>
  pathname.startsWith(SHELL.page) && !pathname.startsWith(`${SHELL.page}api/`) && !pathname.includes('.')

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

/** The page from the server; the stored one when it does not respond in time. */
async function page(request: Request): Promise<Response> {
  const kept = await stored(SHELL.page)
  if (kept === undefined) return fetch(request)
  const waited = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([served(request, kept), waited])
}

/** A proxy may respond for a server that is down. */
async function served(request: Request, kept: Response): Promise<Response> {
  const response = await fetch(request).catch(() => kept)
  return response.status >= 500 ? kept : response
}

const stored = (address: string) => caches.match(address, { cacheName: NAME, ignoreVary: true })
