import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'

import type { AppEnv } from './app-env.ts'

const toGzip = promisify(gzip)

/** Bytes from which a response is compressed; a shorter one fits into one packet anyway. */
const MIN_BYTES = 1_024
/** A list of 30 KB becomes 4 KB; the highest level saves another 2 % for twice the time. */
const LEVEL = 5

/**
 * Compresses JSON, HTML and calendars of 1 KB and more for callers that accept gzip, except for responses that may hold a token: the
 * length of a compressed response may betray a secret next to text that an attacker chose (BREACH).
 */
export const compressedText: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { res } = c
  if (c.get('hasToken') === true) return
  if (!/^(application\/json|text\/(html|calendar))\b/.test(res.headers.get('Content-Type') ?? '')) return
  // A file that is downloaded is streamed.
  if (res.headers.has('Content-Disposition')) return
  res.headers.append('Vary', 'Accept-Encoding')
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: ['gzip', 'identity'],
    default: 'identity',
  })
  if (encoding !== 'gzip' || c.req.method === 'HEAD') return
  const { status, headers } = res
  const body = new Uint8Array(await res.arrayBuffer())
  const isWorth = body.length >= MIN_BYTES
  if (isWorth) headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  // Without this, Hono would copy each header of the response onto itself.
  c.res = undefined
  c.res = new Response(isWorth ? await toGzip(body, { level: LEVEL }) : body, { status, headers })
}
