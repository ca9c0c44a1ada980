/** Bytes of the shop's number at the beginning of a token. */
export const SHOP_BYTES = 6
/** Random bytes after it: 144 bits. */
export const SECRET_BYTES = 18
/** The form of every token. */
export const TOKEN_SHAPE = /^[A-Za-z0-9_-]{32}$/

/**
 * Returns the token of a shop's link. It begins with the shop's number, because a request without a session finds only
 * the rows of a shop that it names (decisions 27 and 37).
 */
export function shareToken(shop: number, secret: Uint8Array): string {
  const digits = shop.toString(16).padStart(2 * SHOP_BYTES, '0')
  const number = Array.from({ length: SHOP_BYTES }, (_, index) =>
    parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
  return btoa(String.fromCharCode(...number, ...secret))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
