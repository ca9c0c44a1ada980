import { decodeFrames } from '#shared/export/frames.ts'
import { PIECE_BYTES } from '#shared/admin/restore.ts'
import { BASE_PATH } from '#shared/base.ts'

export type Reply = { status: number; body: Record<string, unknown> }

/** The result of a restore, or the reason for which it was refused. */
type RestoreReply = { status: number; result?: Record<string, unknown>; refusal?: string }

type Send = (
  path: string,
  init: { method: string; body: Uint8Array<ArrayBuffer> | string; headers: Record<string, string> },
) => Promise<Response>
type Sent = { send: Send; headers: () => Promise<Record<string, string>> }

/** Returns functions that restore like the page; `send` is the fetch of a panel or of an application. */
export function restoring({ send, headers }: Sent) {
  const post = async (path: string, body: Uint8Array<ArrayBuffer> | string, type = 'application/json') =>
    send(`${BASE_PATH}/api/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...(await headers()) },
    })
  const replyOf = async (response: Response): Promise<Reply> => ({
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  })
  const call = async (name: string, input: object) => {
    const { status, body } = await replyOf(await post(`trpc/${name}`, JSON.stringify({ json: input })))
    const { result, error } = body as {
      result?: { data: { json: Record<string, string> } }
      error?: { json: { message: string } }
    }
    return { status, data: result?.data.json ?? {}, message: error?.json.message }
  }
  const begin = (size: number) => call('admin.beginUpload', { size })
  const piece = async (upload: string, at: number, bytes: Uint8Array) =>
    replyOf(
      await post(`backup/piece?upload=${upload}&at=${at}`, new Uint8Array(bytes), 'application/octet-stream'),
    )
  const upload = async (file: Uint8Array): Promise<string> => {
    const id = (await begin(file.length)).data['upload'] ?? ''
    for (let at = 0; at < file.length; at += PIECE_BYTES)
      await piece(id, at, file.subarray(at, at + PIECE_BYTES))
    return id
  }
  const restore = async (source: object, passphrase?: string): Promise<RestoreReply> => {
    const response = await post('backup/restore', JSON.stringify({ source, passphrase }))
    const { status } = response
    if (status !== 200) {
      const { message } = (await response.json()) as { message: string }
      return { status, refusal: message }
    }
    const parts: string[] = []
    for await (const frame of decodeFrames(response.body ?? ([] as never))) {
      if (frame.kind === 'failure') return { status, refusal: frame.message }
      if (frame.kind === 'data') parts.push(new TextDecoder().decode(frame.bytes))
    }
    return { status, result: JSON.parse(parts.join('')) as Record<string, unknown> }
  }
  return { begin, piece, upload, restore, cancel: (id: string) => call('admin.cancelUpload', { upload: id }) }
}
