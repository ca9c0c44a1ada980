import type { SessionUser } from '#shared/auth/schema.ts'
import { DEFAULT_PREFERENCES, SESSION_REMEMBER_DAYS } from '#shared/options.ts'

/**
 * The user for whom the panel opens on this device without the server, after a login with 'Beni hatırla' and until the
 * logout or the end of the session. The entry holds no shop's data and proves nothing: the server checks the session
 * with the first call that reaches it.
 */
const NAME = 'cevrimdisi-kullanici'
const DAY_MS = 86_400_000

/** The stored part of the user; the rest is that of a user without data. */
type KeptUser = Pick<
  SessionUser,
  'id' | 'username' | 'name_surname' | 'auth' | 'rights' | 'company_name' | 'prices_with_vat'
>

const REST: Omit<SessionUser, keyof KeptUser> = {
  logo_url: '',
  company_tel: '',
  company_adress: '',
  output_format: '',
  // A user with an idle limit is not remembered (idle.ts).
  idle_minutes: null,
  license_type: '',
  license_end_date: null,
  preferences: DEFAULT_PREFERENCES,
}

/** The values that an entry of an older version lacks. */
const MISSING = { rights: [], name_surname: '' }

interface Remembered {
  user: Omit<KeptUser, keyof typeof MISSING> & Partial<KeptUser>
  /** The expiry in milliseconds since 1970. */
  until: number
}

export function rememberUser(user: SessionUser): void {
  write({ user, until: Date.now() + SESSION_REMEMBER_DAYS * DAY_MS })
}

/** Stores the user's changed data, and forgets a remembered user who is another one. */
export function renewRememberedUser(user: SessionUser | null): void {
  const remembered = read()
  if (remembered === undefined) return
  if (remembered.user.id === user?.id) write({ user, until: remembered.until })
  else forgetRememberedUser()
}

export function readRememberedUser(): SessionUser | null {
  const user = read()?.user
  return user === undefined ? null : { ...MISSING, ...user, ...REST }
}

export function forgetRememberedUser(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Storage is forbidden, so no user is remembered.
  }
}

function write({ user, until }: { user: SessionUser; until: number }): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ user: { ...user, ...REST }, until } satisfies Remembered))
  } catch {
    // Storage is full or forbidden: the panel does not open offline.
  }
}

function read(): Remembered | undefined {
  try {
    const remembered = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Remembered | null
    return remembered !== null && remembered.until > Date.now() ? remembered : undefined
  } catch {
    return undefined
  }
}
