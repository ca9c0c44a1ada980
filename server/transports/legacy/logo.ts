import { MIMEType } from 'node:util'

import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { type AppContext, HttpRefusal } from '#server/platform/http/app-env.ts'
import { readBytes } from '#server/platform/http/read-bytes.ts'
import { getLogo, uploadLogo } from '#server/settings/logo.ts'
import { messages } from '#shared/messages.ts'
import { logoInput } from '#shared/settings/schema.ts'

import { type Contract, authorize, endpoint, handler } from './endpoint.ts'
import { withMessage } from './replies.ts'

/** Parsing a form of thousands of parts takes seconds; this one has a file and perhaps a few fields. */
const MAX_PARTS = 16

/** The schema of the description only: the form is parsed by hand. */
const logoForm = z.object({ file: z.file() })

const upload: Contract = {
  method: 'POST',
  access: 'user',
  right: 'settings',
  input: logoForm,
  body: ['multipart/form-data'],
  tag: 'Ayarlar',
  summary: 'Firma logosunu yükler: PNG, JPG, WebP ya da SVG, en fazla 1 MB.',
  answer: withMessage({ url: z.string() }),
  example: { file: '@logo.png' },
}

/** `uploadLogo.php`: a multipart form whose field `file` is the picture. */
export const uploadLogoPath = handler(upload, async (c) => {
  const ctx = authorize(upload, await authenticate(c))
  // The page's own choice: integrators' logos are on white.
  const ground = c.req.query('ground') === 'dark' ? 'dark' : 'white'
  const { url, isPale } = await uploadLogo(ctx, await readFile(c), ground)
  return c.json({ success: true, message: messages.logoSaved, url, ...(isPale && { pale: true }) })
})

/** The field `file`; `null` when the form has none, or text instead of a file. */
async function readFile(c: AppContext): Promise<Uint8Array | null> {
  const bytes = await readBytes(c.req.raw, { refusal: messages.logoTooLarge })
  if (bytes.length === 0) return null
  const type = c.req.header('content-type') ?? ''
  const parts = bytes.toString('latin1').split(`--${boundaryOf(type)}`).length - 1
  if (parts > MAX_PARTS + 1) throw new HttpRefusal(400, messages.malformedBody)
  const file = (await parseForm(bytes, type)).get('file')
  return file === null || typeof file === 'string' ? null : file.bytes()
}

/** Returns the boundary as the form's parser reads it; a text search could find another parameter. Throws 415. */
function boundaryOf(type: string): string {
  try {
    const { essence, params } = new MIMEType(type)
    const boundary = params.get('boundary') ?? ''
    if (essence === 'multipart/form-data' && boundary !== '') return boundary
  } catch {
    // No media type at all: falls through to the refusal below.
  }
  throw new HttpRefusal(415, messages.unsupportedType)
}

async function parseForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new HttpRefusal(400, messages.malformedBody)
  }
}

/** The stored picture. Browsers revalidate it before showing it, because another user may have logged in. */
export const logoPath = endpoint('GET', {
  input: logoInput,
  missing: 404,
  tag: 'Ayarlar',
  summary: 'Yüklenmiş logoyu PNG olarak verir.',
  run: getLogo,
  reply: ({ png, mark }, c) => {
    const headers = { ETag: `"${mark}"`, 'Cache-Control': 'private, no-cache' }
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(png), 200, {
      ...headers,
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="logo.png"',
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    })
  },
  answer: 'image/png',
  example: { user: 1 },
})
