import { hash } from 'node:crypto'

/** The longest frozen text in bytes, as the database allows: some 1,500 lines. */
const MAX_BYTES = 262_144

export type Frozen = { content: string; content_hash: Uint8Array }

/** Returns the text of a document as it was sent, with its SHA-256; `null` if it is too long to store. */
export function freeze(document: object): Frozen | null {
  const content = JSON.stringify(document)
  return Buffer.byteLength(content) > MAX_BYTES ? null : { content, content_hash: sha256(content) }
}

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

type Stored = { content: string | null; content_hash: Uint8Array | null }

/** Returns the text of a frozen document; `null` without one, and if it is not the text that was sent. */
export const intactText = ({ content, content_hash }: Stored): string | null =>
  content !== null && content_hash !== null && sha256(content).equals(content_hash) ? content : null

/** Returns a frozen document. Throws an Error if its text is not the one that was sent. */
export function thaw(stored: Stored): unknown {
  const content = intactText(stored)
  if (content === null) throw new Error('The content of a link is not the one that was sent.')
  return JSON.parse(content)
}
