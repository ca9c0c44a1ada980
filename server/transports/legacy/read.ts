import { type AppContext, HttpRefusal } from '#server/platform/http/app-env.ts'
import { readBytes } from '#server/platform/http/read-bytes.ts'
import { messages } from '#shared/messages.ts'
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '#shared/options.ts'

const MAX_DEPTH = 32
const MAX_FORM_FIELDS = 1_000

/** Returns the query's parameters. The last of repeated names counts, as in PHP. */
export function readQuery(c: AppContext): Record<string, string> {
  return Object.fromEntries(new URL(c.req.url).searchParams)
}

/** Returns the call's `Idempotency-Key`; `undefined` without one. Throws 400 when it is malformed. */
export function readKey(c: AppContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) throw new HttpRefusal(400, messages.invalidKey)
  return key
}

/** `form`: also form fields; `isPublic`: needs no session, so that the body is read for anybody. */
type BodyOptions = { form: boolean; isPublic?: boolean }

/**
 * Returns the body of a legacy call: JSON, or with `form` also form fields. An empty body is `{}`. The checks are in
 * the order size (413), type (415), text (400) (decisions: legacy paths).
 */
export async function readBody(c: AppContext, { form, isPublic = false }: BodyOptions): Promise<unknown> {
  const bytes = await readBytes(c.req.raw, { max: isPublic ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES })
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim()
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new HttpRefusal(415, messages.unsupportedType)
  if (/^application\/json$/i.test(type ?? '')) return parseJson(decode(bytes))
  if (form && /^application\/x-www-form-urlencoded$/i.test(type ?? '')) return parseForm(decode(bytes))
  if (bytes.length === 0) return {}
  throw new HttpRefusal(415, messages.unsupportedType)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpRefusal(400, messages.malformedBody)
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (depthOf(value) <= MAX_DEPTH) return value
  } catch {
    // Falls through to the refusal below.
  }
  throw new HttpRefusal(400, messages.malformedBody)
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  return Object.values(value).reduce<number>(
    (most, child) => Math.max(most, depthOf(child, depth + 1)),
    depth,
  )
}

function parseForm(text: string): Record<string, string> {
  const pairs = text.split('&', MAX_FORM_FIELDS + 1)
  if (pairs.length > MAX_FORM_FIELDS) throw new HttpRefusal(400, messages.malformedBody)
  try {
    // URLSearchParams would replace invalid UTF-8 by U+FFFD.
    decodeURIComponent(text)
  } catch {
    throw new HttpRefusal(400, messages.malformedBody)
  }
  return Object.fromEntries(new URLSearchParams(text))
}
