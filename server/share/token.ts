import { hash, randomBytes } from 'node:crypto'

/** Bytes of the shop's number at the beginning of a token. */
const SHOP_BYTES = 6
/** Random bytes after it: 144 bits. */
const SECRET_BYTES = 18
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{32}$/

/**
 * Returns a new token of a shop's link. It begins with the shop's number, because a request without a session finds only
 * the rows of a shop that it names (decisions 27 and 37).
 */
export function createShareToken(shop: number): string {
  const bytes = Buffer.alloc(SHOP_BYTES)
  bytes.writeUIntBE(shop, 0, SHOP_BYTES)
  return Buffer.concat([bytes, randomBytes(SECRET_BYTES)]).toString('base64url')
}

/** Returns the shop that a token names and the token's SHA-256; `null` for a text that is no token. */
export function readShareToken(token: string): { shop: number; tokenHash: Buffer } | null {
  if (!TOKEN_SHAPE.test(token)) return null
  const shop = Buffer.from(token, 'base64url').readUIntBE(0, SHOP_BYTES)
  return { shop, tokenHash: hashShareToken(token) }
}

/** Returns the only form in which the database stores a token. */
export const hashShareToken = (token: string): Buffer => hash('sha256', token, 'buffer')
