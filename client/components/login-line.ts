import { formatInstant } from '#shared/date.ts'
import type { LoginMethod, NewLogin } from '#shared/auth/new-logins.ts'

const METHODS: Record<LoginMethod, string> = {
  password: 'parolayla',
  code: 'parola ve kodla',
  passkey: 'geçiş anahtarıyla',
  legacy: 'entegrasyon (API) ile',
}

/** Describes a login: '24.11.2026 17:05 · Windows, Chrome · parolayla · adres 203.0.113.x'. */
export function loginLine({ at, device, method, address }: NewLogin): string {
  const from = address === '' ? '' : ` · adres ${address}`
  return `${formatInstant(at)} · ${device || 'Bilinmeyen cihaz'} · ${METHODS[method]}${from}`
}
