import { HttpRefusal } from '#server/platform/http/app-env.ts'
import { readBytes } from '#server/platform/http/read-bytes.ts'
import type { Answer } from '#server/share/answer.ts'
import { MAX_ITEMS, MAX_NAME_LENGTH } from '#shared/options.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import type { Verdict } from '#shared/quote/rules.ts'
import { cleanText } from '#shared/text.ts'

/** The largest form in bytes: every line of the longest quote, and a name in which every letter is escaped. */
const MAX_FORM = 16_384

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

const VERDICTS: Readonly<Record<string, Verdict>> = { onay: 'approved', ret: 'refused' }

/**
 * Returns the answer that a page's form sends. Throws a refusal for any other body: the same for every token, so that
 * it tells nothing about a link.
 */
export async function readAnswer(request: Request): Promise<Answer> {
  if (!FORM_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new HttpRefusal(415, answerMessages.unreadable)
  const body = await readBytes(request, { max: MAX_FORM, refusal: answerMessages.unreadable })
  const form = new URLSearchParams(body.toString('utf8'))
  const verdict = VERDICTS[form.get('yanit') ?? '']
  const positions = form.getAll('is').map(wholeNumber)
  const seen_kurus = wholeNumber(form.get('tutar') ?? '')
  const name = cleanText((form.get('ad') ?? '').replace(/\s+/gu, ' '))
  const isWhole = positions.length <= MAX_ITEMS && name !== null && name.length <= MAX_NAME_LENGTH
  if (verdict === undefined || !isWhole) throw new HttpRefusal(422, answerMessages.unreadable)
  return { verdict, name, positions, seen_kurus }
}

/** Returns a whole number; -1, which is no line and no total, for any other text. */
const wholeNumber = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)
