import { pageUserHeader, trpcClient } from '#client/lib/api.ts'
import { chunksOf } from '#client/lib/body-chunks.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { PIECE_BYTES, type RestoreInput, type RestoreResult } from '#shared/admin/restore.ts'
import { BASE_PATH } from '#shared/base.ts'
import { decodeFrames, type Progress } from '#shared/export/frames.ts'
import { messages } from '#shared/messages.ts'

/** Failure whose message is for the user. */
export class RestoreError extends Error {}

/** Attempts for a piece without an answer; the server's answer tells where to continue. */
const TRIES = 4
const PAUSE_MS = 1_000
const SERVER_ERROR = 500

type UploadOptions = { signal: AbortSignal; onProgress: (progress: Progress) => void }

/**
 * Sends the file in pieces and returns its name for the restore. Throws RestoreError, and the reason of `signal` when
 * that is aborted; in both cases the server deletes the pieces.
 */
export async function uploadBackup(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  const upload = await beginUpload(file.size)
  try {
    for (let at = 0; at < file.size;) {
      const received = await sendPiece({ upload, at, piece: file.slice(at, at + PIECE_BYTES) }, signal)
      if (received <= at) throw new RestoreError(messages.uploadBroken)
      at = received
      onProgress({ done: at, total: file.size })
    }
    signal.throwIfAborted()
    return upload
  } catch (error) {
    // Without this call the server deletes the pieces after a minute.
    trpcClient.admin.cancelUpload.mutate({ upload }).catch(() => {})
    throw error
  }
}

async function beginUpload(size: number): Promise<string> {
  try {
    return (await trpcClient.admin.beginUpload.mutate({ size })).upload
  } catch (error) {
    throw new RestoreError(errorMessage(error, messages.restoreFailed, messages.uploadBroken))
  }
}

type Piece = { upload: string; at: number; piece: Blob }

async function sendPiece({ upload, at, piece }: Piece, signal: AbortSignal): Promise<number> {
  const address = `${BASE_PATH}/api/backup/piece?upload=${upload}&at=${at}`
  for (let tries = 1; ; tries++) {
    const response = await post(address, { body: piece, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      logError('Yedek yüklenemedi.', error)
      return null
    })
    if (response?.ok === true) return ((await response.json()) as { received: number }).received
    if (response !== null && response.status < SERVER_ERROR)
      throw new RestoreError(await refusalOf(response, messages.uploadBroken))
    if (tries === TRIES) throw new RestoreError(messages.uploadBroken)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Restores a backup and reports to `onProgress` how much of it is read. Throws RestoreError. */
export async function restoreBackup(
  input: RestoreInput,
  onProgress: (progress: Progress) => void,
): Promise<RestoreResult> {
  const response = await post(`${BASE_PATH}/api/backup/restore`, {
    body: new Blob([JSON.stringify(input)], { type: 'application/json' }),
  }).catch(throwConnectionError)
  if (!response.ok || response.body === null)
    throw new RestoreError(await refusalOf(response, messages.restoreFailed))
  let text = ''
  try {
    for await (const frame of decodeFrames(chunksOf(response.body))) {
      if (frame.kind === 'progress') onProgress(frame)
      if (frame.kind === 'data') text += new TextDecoder().decode(frame.bytes)
      if (frame.kind === 'failure') throw new RestoreError(frame.message)
      if (frame.kind === 'end') return JSON.parse(text) as RestoreResult
    }
  } catch (error) {
    throw error instanceof RestoreError ? error : throwConnectionError(error)
  }
  return throwConnectionError(new Error('The response ended early.'))
}

/** Reports an unknown outcome, because the server continues without this page. */
function throwConnectionError(error: unknown): never {
  logError('Yedek geri yüklenemedi.', error)
  throw new RestoreError(messages.restoreUnknown)
}

const post = (address: string, init: RequestInit): Promise<Response> =>
  fetch(address, { ...init, method: 'POST', headers: pageUserHeader() })

async function refusalOf(response: Response, fallback: string): Promise<string> {
  try {
    const { message } = (await response.json()) as { message?: string }
    return message ?? fallback
  } catch {
    // A proxy has answered with its own error page.
    return fallback
  }
}
