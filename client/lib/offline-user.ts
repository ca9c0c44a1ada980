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
type StoredUser = Pick<
  SessionUser,
  'id' | 'username' | 'name_surname' | 'auth' | 'rights' | 'company_name' | 'prices_with_vat'
>

const REST: Omit<SessionUser, keyof StoredUser> = {
  logo_url: '',
  company_tel: '',
  company_adress: '',
  output_format: '',
  // A user with an idle limit is not stored (idle.ts).
  idle_minutes: null,
  license_type: '',
  license_end_date: null,
  preferences: DEFAULT_PREFERENCES,
}

/** The values that an entry of an older version lacks. */
const MISSING = { rights: [], name_surname: '' }

interface Entry {
  user: Omit<StoredUser, keyof typeof MISSING> & Partial<StoredUser>
  /** The expiry in milliseconds since 1970. */
  until: number
}

export function storeOfflineUser(user: SessionUser): void {
  write({ user, until: Date.now() + SESSION_REMEMBER_DAYS * DAY_MS })
}

/** Updates the stored user's data; a session of another user or of none removes the entry. */
export function updateOfflineUser(user: SessionUser | null): void {
  const entry = read()
  if (entry === undefined) return
  if (entry.user.id === user?.id) write({ user, until: entry.until })
  else removeOfflineUser()
}

export function readOfflineUser(): SessionUser | null {
  const user = read()?.user
  return user === undefined ? null : { ...MISSING, ...user, ...REST }
}

export function removeOfflineUser(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Storage is forbidden, so no user is stored.
  }
}

function write({ user, until }: { user: SessionUser; until: number }): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ user: { ...user, ...REST }, until } satisfies Entry))
  } catch {
    // Storage is full or forbidden: the panel does not open offline.
  }
}

function read(): Entry | undefined {
  try {
    const entry = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Entry | null
    return entry !== null && entry.until > Date.now() ? entry : undefined
  } catch {
    return undefined
  }
}
