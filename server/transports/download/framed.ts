import { asRefusal } from '#server/platform/core/unexpected.ts'
import type { AppContext } from '#server/platform/http/app-env.ts'
import { encodeFrame, type Progress } from '#shared/export/frames.ts'

type Framing = {
  progress: Progress
  /** The message for a failure that is a bug. */
  failed: string
}

/**
 * What `bytes` makes, in frames, with its progress between them. A failure in the middle is a frame with the message for
 * the user; one before the first byte is thrown.
 */
export async function* framed(
  c: AppContext,
  bytes: AsyncGenerator<Uint8Array>,
  { progress, failed }: Framing,
): AsyncGenerator<Uint8Array> {
  let isBegun = false
  try {
    for await (const chunk of bytes) {
      isBegun = true
      yield encodeFrame({ kind: 'progress', ...progress })
      yield encodeFrame({ kind: 'data', bytes: chunk as Uint8Array<ArrayBuffer> })
    }
    yield encodeFrame({ kind: 'progress', ...progress })
    yield encodeFrame({ kind: 'end' })
  } catch (error) {
    if (!isBegun) throw error
    const refusal = asRefusal(error)
    if (refusal === null)
      c.get('base').log.error({ requestId: c.get('requestId'), err: error }, 'framed response failed')
    yield encodeFrame({ kind: 'failure', message: refusal?.message ?? failed })
  }
}
