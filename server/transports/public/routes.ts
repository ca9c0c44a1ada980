import { Hono } from 'hono'

import { identifyActor, onlyToken } from '#server/auth/authenticate.ts'
import { answerQuote } from '#server/share/answer.ts'
import { openShare, shareDocument } from '#server/share/public.ts'
import { readShareToken } from '#server/share/token.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { refusalOf, STATUSES } from '#server/platform/http/refusal.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createRateLimit } from '#server/platform/lib/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { sharePath } from '#shared/share/rules.ts'

import { readAnswer } from './answer-form.ts'
import { FORM_POLICY, messagePage, PUBLIC_POLICY } from './layout.ts'
import { publicPage } from './page.ts'
import type { AnswerForm } from './quote-page.ts'

const MINUTE_MS = 60_000
/** Calls in a minute. Many phones of one mobile network share an address, so a network may make more than a link gets. */
const NETWORK_CALLS = 120
const TOKEN_CALLS = 60
/** Documents take half a second of a core each. */
const NETWORK_DOCUMENTS = 30
const TOKEN_DOCUMENTS = 10
/** A customer answers once, and corrects the form some times. */
const NETWORK_ANSWERS = 30
const TOKEN_ANSWERS = 10

/** Programs that fetch a link to show a preview of it, or to search it; browsers inside messengers have other names. */
const PREVIEW = /bot\b|facebookexternalhit|facebot|^whatsapp\/|^viber|crawler|spider|preview|curl|wget/i

/** Returns the public pages of links, below `/oto-servis/p`. All tokens without an open link get the same response. */
export function publicRoutes(): Hono<AppEnv> {
  const limit = (calls: number) => createRateLimit({ calls: shareOf(calls), ms: MINUTE_MS })
  const pages = { network: limit(NETWORK_CALLS), token: limit(TOKEN_CALLS) }
  const documents = { network: limit(NETWORK_DOCUMENTS), token: limit(TOKEN_DOCUMENTS) }
  const answers = { network: limit(NETWORK_ANSWERS), token: limit(TOKEN_ANSWERS) }

  const throttle = (c: AppContext, { network, token }: typeof pages) => {
    const { now, client } = c.get('base')
    const seconds = Math.max(network(networkOf(client.address), now), token(tokenOf(c), now))
    if (seconds > 0) throw new AppError('TOO_MANY', shareMessages.busy, { retryAfter: seconds })
  }

  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', PUBLIC_POLICY)
  })
  app.post('/:token', (c) =>
    respond(c, () => {
      throttle(c, pages)
      throttle(c, answers)
      return takeAnswer(c)
    }, [...READS, 'POST']),
  )
  app.all('/:token', (c) =>
    respond(c, async () => {
      throttle(c, pages)
      const isOwn = isPerson(c) && (await isOwnBrowser(c))
      const isView = isPerson(c) && !isOwn
      const shown = await openShare(c.get('base'), { token: tokenOf(c), isView })
      return showPage(c, shown, { isOwn })
    }),
  )
  app.all('/:token/pdf', (c) =>
    respond(c, async () => {
      throttle(c, pages)
      throttle(c, documents)
      const { file, name } = await shareDocument(c.get('base'), tokenOf(c))
      return c.body(new Uint8Array(file), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${name}"`,
      })
    }),
  )
  app.all('*', (c) => respond(c, () => Promise.reject(new AppError('NOT_FOUND', ''))))
  return app
}

const tokenOf = (c: AppContext): string => c.req.param('token') ?? ''

/** Shows the page of a link; only a quote that can be answered has a form, and not for the shop itself. */
function showPage(
  c: AppContext,
  shown: Awaited<ReturnType<typeof openShare>>,
  { form, isOwn = false, status = 200 }: { form?: AnswerForm; isOwn?: boolean; status?: 200 | 422 } = {},
): Response | Promise<Response> {
  if (shown.kind === 'quote' && shown.answer === null && shown.state === 'open' && !isOwn)
    c.header('Content-Security-Policy', FORM_POLICY)
  return c.html(publicPage(shown, tokenOf(c), { form, isOwn }), status)
}

/**
 * Stores an answer and leads back to the page, which shows it, so that a reload sends nothing again. The token in the
 * address is all that the caller needs, and no cookie counts: another site cannot send a form without it.
 */
async function takeAnswer(c: AppContext): Promise<Response> {
  const [base, token] = [c.get('base'), tokenOf(c)]
  const answer = await readAnswer(c.req.raw)
  const again = async (message: string, isTotal: boolean) => {
    const positions = new Set(answer.positions)
    const form = { name: answer.name, positions, message, isTotal }
    return showPage(c, await openShare(base, { token, isView: false }), { form, status: isTotal ? 200 : 422 })
  }
  try {
    if ((await answerQuote(base, token, answer)) === 'unseen')
      return await again(answerMessages.newTotal, true)
    return c.redirect(sharePath(token), 303)
  } catch (error) {
    // An answer that came too late shows why on the page itself.
    if (!(error instanceof AppError) || !['INVALID', 'CONFLICT'].includes(error.code)) throw error
    return again(error.message, false)
  }
}

/** Returns whether a person opens the page: no HEAD, no messenger's preview and no browser's prefetch. */
const isPerson = (c: AppContext): boolean =>
  c.req.raw.method === 'GET' &&
  !PREVIEW.test(c.get('base').client.userAgent) &&
  c.get('base').client.userAgent !== '' &&
  !/prefetch|preview/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`)

/** Returns whether a user of the link's shop is logged in to this browser. */
async function isOwnBrowser(c: AppContext): Promise<boolean> {
  if (onlyToken(c) === undefined) return false
  try {
    // With a connection of its own the lookup counts as no use of the session.
    const { actor } = await identifyActor(c, undefined, { db: c.get('base').db })
    return actor !== null && actor.shop === readShareToken(tokenOf(c))?.shop
  } catch (error) {
    c.get('base').log.warn({ err: error }, 'session of a link not read')
    return false
  }
}

const READS = ['GET', 'HEAD']

/** Runs a path's work; a refusal is a page, because a person reads it. */
async function respond(
  c: AppContext,
  work: () => Response | Promise<Response>,
  methods = READS,
): Promise<Response> {
  try {
    if (!methods.includes(c.req.raw.method))
      throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: methods.join(', ') })
    return await work()
  } catch (error) {
    const { status, message, headers } = refusalOf(c, error, {
      statuses: STATUSES,
      failed: 'public page failed',
    })
    if (status === 404) return c.html(GONE, 404)
    return c.html(messagePage('Sayfa açılamadı', message), status, headers)
  }
}

const GONE = messagePage(
  'Bağlantı açılamıyor',
  'Süresi dolmuş ya da iptal edilmiş olabilir. Servisinizden yeni bir bağlantı isteyin.',
)
