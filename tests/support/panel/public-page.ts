import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { Letter } from '#server/platform/documents/letter.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import type { ServiceDocument } from '#server/platform/documents/service-document.ts'
import { PUBLIC_PATH } from '#shared/share/rules.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'

import { type Reply, requests, testApp } from './app.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile'
/** The document is its variant and its record as JSON, because a real one is compressed. */
const pdf = {
  render: ({ variant, isPublic, kayit, quote, lines }: ServiceDocument) =>
    Promise.resolve(new TextEncoder().encode(JSON.stringify({ variant, isPublic, quote, lines, ...kayit }))),
  /** The same for statements and histories. */
  renderLetter: (letter: Letter) => Promise.resolve(new TextEncoder().encode(JSON.stringify(letter))),
} as unknown as PdfService

export type PublicApp = ReturnType<typeof testApp>

/** Returns the application for visitors of public pages, with counts of its own. */
export const publicApp = (db: Kysely<DB>, now: Date = TEST_NOW): PublicApp =>
  testApp(db, { clock: () => now, pdf })

/** Opens a path below the public pages like a customer's phone. */
export const visitPage = (app: PublicApp, path: string, init: RequestInit = {}): Promise<Reply> =>
  requests(app).call(`${PUBLIC_PATH}/${path}`, {
    ...init,
    headers: { 'user-agent': PHONE, ...Object.fromEntries(new Headers(init.headers)) },
  })
