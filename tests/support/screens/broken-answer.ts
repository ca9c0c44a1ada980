import type { Route } from 'playwright-core'

/** Answers a call of the page like a fault of the server, e.g. `brokenAnswer('kayit.save')`. */
export const brokenAnswer = (path: string) => (route: Route) => {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path }
  const error = { json: { message: 'Beklenmeyen', code: -32_603, data } }
  return route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify([{ error }]),
  })
}

/** Lets the server execute the call, but drops its response. */
export async function lostAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
