import { hash } from 'node:crypto'

import { SHOP_BYTES, TOKEN_SHAPE } from '#shared/share/token.ts'

/** Returns the shop that a token names and the token's SHA-256; `null` for a text that is no token. */
export function readShareToken(token: string): { shop: number; tokenHash: Buffer } | null {
  if (!TOKEN_SHAPE.test(token)) return null
  const shop = Buffer.from(token, 'base64url').readUIntBE(0, SHOP_BYTES)
  return { shop, tokenHash: hashShareToken(token) }
}

/** Returns the only form in which the database stores a token. */
const hashShareToken = (token: string): Buffer => hash('sha256', token, 'buffer')
