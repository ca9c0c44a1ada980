import type { SessionUser } from '#shared/auth/schema.ts'
import { DEFAULT_PREFERENCES, SESSION_REMEMBER_DAYS } from '#shared/options.ts'

/**
 * The user for whom the panel opens on this device while the server cannot be reached: only one who chose 'Beni
 * hatırla', until the logout or the end of the session. It holds no shop's data and is no proof of anything: the
 * server checks the session with the first call that reaches it.
 */
const NAME = 'cevrimdisi-kullanici'
const DAY_MS = 86_400_000

/** What the device keeps of the user; the rest is as for somebody without data. */
type KeptUser = Pick<
  SessionUser,
  'id' | 'username' | 'name_surname' | 'auth' | 'rights' | 'company_name' | 'prices_with_vat'
>

const REST: Omit<SessionUser, keyof KeptUser> = {
  logo_url: '',
  company_tel: '',
  company_adress: '',
  output_format: '',
  // Where there is a limit, nobody is remembered (idle.ts).
  idle_minutes: null,
  license_type: '',
  license_end_date: null,
  preferences: DEFAULT_PREFERENCES,
}

/** Of what an older version remembered. */
const MISSING = { rights: [], name_surname: '' }

interface Remembered {
  user: Omit<KeptUser, keyof typeof MISSING> & Partial<KeptUser>
  /** Milliseconds since 1970. */
  until: number
}

export function rememberUser(user: SessionUser): void {
  write({ user, until: Date.now() + SESSION_REMEMBER_DAYS * DAY_MS })
}

/** Stores the user's changed data; another user than the remembered one is forgotten. */
export function renewRememberedUser(user: SessionUser | null): void {
  const remembered = read()
  if (remembered === undefined) return
  if (remembered.user.id === user?.id) write({ user, until: remembered.until })
  else forgetRememberedUser()
}

export function rememberedUser(): SessionUser | null {
  const user = read()?.user
  return user === undefined ? null : { ...MISSING, ...user, ...REST }
}

export function forgetRememberedUser(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Storage is forbidden, so nobody is remembered.
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
