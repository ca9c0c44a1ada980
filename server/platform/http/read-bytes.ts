import { messages } from '#shared/messages.ts'
import { MAX_BODY_BYTES } from '#shared/options.ts'

import { HttpRefusal } from './app-env.ts'

type Limit = { refusal?: string; max?: number }

/** Returns the whole body, at most `max` bytes, by default 2 MB (413, with `refusal`). */
export async function readBytes(
  request: Request,
  { refusal = messages.tooLarge, max = MAX_BODY_BYTES }: Limit = {},
): Promise<Buffer> {
  const tooLarge = () => new HttpRefusal(413, refusal)
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > max) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
