import type { Route } from 'playwright-core'

/** Answers a call of the page as the server does when something breaks in it, e.g. `brokenAnswer('kayit.save')`. */
export const brokenAnswer = (path: string) => (route: Route) => {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path }
  const error = { json: { message: 'Beklenmeyen', code: -32_603, data } }
  return route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify([{ error }]),
  })
}

/** The server does what is asked, but its answer is lost on the way. */
export async function lostAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
