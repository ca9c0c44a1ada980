/*
 * A file with progress is sent in frames: one byte for the kind, four bytes for the length (big endian), then the
 * payload. The bytes of the file alone do not reveal the number of its rows.
 */

/** The media type that a caller accepts to get frames; any other caller gets the plain file. */
export const FRAMED_TYPE = 'application/vnd.oto-servis.frames'

/** The rows of the file: `done` are written, `total` are expected. */
export type Progress = { done: number; total: number }

export type Frame =
  | { kind: 'data'; bytes: Uint8Array<ArrayBuffer> }
  | ({ kind: 'progress' } & Progress)
  /** The file failed; nothing follows. */
  | { kind: 'failure'; message: string }
  /** The file is complete. */
  | { kind: 'end' }

const KINDS = ['data', 'progress', 'failure', 'end'] as const
const HEAD = 5

export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const { kind, ...rest } = frame
  const payload = frame.kind === 'data' ? frame.bytes : new TextEncoder().encode(JSON.stringify(rest))
  const encoded = new Uint8Array(HEAD + payload.length)
  const view = new DataView(encoded.buffer)
  view.setUint8(0, KINDS.indexOf(kind))
  view.setUint32(1, payload.length)
  encoded.set(payload, HEAD)
  return encoded
}

/** Yields the frames of a stream, however it is cut into chunks. Throws a TypeError for an unknown kind. */
export async function* decodeFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = new Uint8Array()
  for await (const chunk of chunks) {
    const joined = new Uint8Array(rest.length + chunk.length)
    joined.set(rest)
    joined.set(chunk, rest.length)
    rest = joined
    for (let length = frameLength(rest); length <= rest.length; length = frameLength(rest)) {
      yield decodeFrame(rest.slice(0, length))
      rest = rest.slice(length)
    }
  }
}

/** The length of the first frame; infinite while its head has not arrived. */
function frameLength(bytes: Uint8Array): number {
  return bytes.length < HEAD ? Infinity : HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1)
}

function decodeFrame(bytes: Uint8Array<ArrayBuffer>): Frame {
  const kind = KINDS[bytes[0] ?? NaN]
  if (kind === undefined) throw new TypeError(`no kind of frame: ${bytes[0]}`)
  const payload = bytes.subarray(HEAD)
  if (kind === 'data') return { kind, bytes: payload }
  return { kind, ...(JSON.parse(new TextDecoder().decode(payload)) as object) } as Frame
}
