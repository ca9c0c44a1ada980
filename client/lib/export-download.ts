import { pageUserHeader } from '#client/lib/api.ts'
import { chunksOf } from '#client/lib/body-chunks.ts'
import { saveFile } from '#client/lib/download.ts'
import { logError } from '#client/lib/log.ts'
import { announceUnauthorized } from '#client/lib/query-client.ts'
import { decodeFrames, FRAMED_TYPE, type Progress } from '#shared/export/frames.ts'
import { exportMessages } from '#shared/export/messages.ts'

const UNAUTHORIZED = 401
const SERVER_ERROR = 500
const BUSY = 503

/** A failure whose text is for the user. */
export class ExportError extends Error {}

/**
 * Reads the file at `address`, saves it and returns its name. `onProgress` gets the number of written rows. Throws
 * ExportError, and the reason of `signal` if that is aborted.
 */
export async function downloadExport(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const response = await request(address, signal)
  if (!response.ok || response.body === null) throw new ExportError(await refusalOf(response))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let isComplete = false
  try {
    for await (const frame of decodeFrames(chunksOf(response.body))) {
      if (frame.kind === 'data') parts.push(frame.bytes)
      if (frame.kind === 'progress') onProgress(frame)
      if (frame.kind === 'failure') throw new ExportError(frame.message)
      isComplete = frame.kind === 'end'
    }
  } catch (error) {
    throw unlessAborted(signal, error)
  }
  if (!isComplete) throw new ExportError(exportMessages.broken)
  const name = nameOf(response)
  saveFile(name, new Blob(parts))
  return name
}

async function request(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { signal, headers: { ...pageUserHeader(), Accept: FRAMED_TYPE } })
  } catch (error) {
    throw unlessAborted(signal, error)
  }
}

/** Returns the error to throw for a failed read: a lost connection, unless the user has stopped it. */
function unlessAborted(signal: AbortSignal, error: unknown): unknown {
  if (signal.aborted || error instanceof ExportError) return error
  logError('Dosya alınamadı.', error)
  return new ExportError(exportMessages.broken)
}

async function refusalOf(response: Response): Promise<string> {
  if (response.status === UNAUTHORIZED) announceUnauthorized()
  if (response.status >= SERVER_ERROR && response.status !== BUSY) return exportMessages.failed
  try {
    const { message } = (await response.json()) as { message?: string }
    return message ?? exportMessages.failed
  } catch {
    // The response is the error page of a proxy.
    return exportMessages.failed
  }
}

function nameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1]
  return encoded === undefined ? 'dosya' : decodeURIComponent(encoded)
}
