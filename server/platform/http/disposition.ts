/**
 * The `Content-Disposition` of a download: the name in ASCII for old programs, and as it is ('kayıtlar-2026-11.xlsx',
 * RFC 6266). The name has no control characters.
 */
export function attachment(name: string): string {
  const ascii = name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^\w.-]/g, '')
  // The characters that RFC 8187 allows fewer than `encodeURIComponent`.
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
