import { messages } from '#shared/messages.ts'
import { MAX_BODY_BYTES } from '#shared/options.ts'

import { HttpRefusal } from './app-env.ts'

/** The whole body, at most 2 MB (413, with `refusal`). */
export async function readBytes(request: Request, refusal: string = messages.tooLarge): Promise<Buffer> {
  const tooLarge = () => new HttpRefusal(413, refusal)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
