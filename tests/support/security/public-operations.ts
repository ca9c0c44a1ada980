/** The checks of an operation that needs no session; docs/protection.md explains each of them. */
export const CHECKS = ['throttle', 'own origin', 'suspended', 'deleted', 'single use', 'expiry'] as const
export type Check = (typeof CHECKS)[number]

/** For each check `true`, or the reason why the operation needs none. */
export type Statement = Readonly<Record<Check, true | string>>

const NO_TOKEN = 'It takes no one-time token.'
const NO_USER = 'It names no user.'
const NO_GUESS = 'It takes only a token of 256 random bits, which cannot be guessed.'
const GOES_ON = 'The login goes on with the same token.'
const LOOKS = 'It only looks at the link.'
const ENDS = 'It only ends what the token began.'
const READS = 'It changes nothing.'

const ends: Statement = {
  throttle: NO_GUESS,
  'own origin': true,
  suspended: ENDS,
  deleted: ENDS,
  'single use': ENDS,
  expiry: ENDS,
}
const password: Statement = {
  throttle: true,
  'own origin': true,
  suspended: true,
  deleted: true,
  'single use': NO_TOKEN,
  expiry: NO_TOKEN,
}
const all: Statement = { ...password, 'single use': true, expiry: true }

/** Every procedure that needs no session, with its checks. */
export const publicProcedures: Readonly<Record<string, Statement>> = {
  'auth.acceptConsent': { ...all, throttle: NO_GUESS },
  'auth.beginPasskey': { ...password, suspended: NO_USER, deleted: NO_USER },
  'auth.beginPasskeyStep': { ...all, 'single use': GOES_ON },
  'auth.cancelConsent': ends,
  'auth.cancelStep': ends,
  'auth.completeSetUp': { ...all, throttle: 'The caller was shown the key whose code it asks for.' },
  'auth.enterCode': all,
  'auth.enterPasskey': all,
  'auth.login': password,
  'auth.logout': { ...ends, throttle: 'It takes only the session of the cookie.' },
  'auth.passkey': all,
  'auth.resetLink': { ...all, 'single use': LOOKS },
  'auth.resetPassword': all,
  'auth.session': {
    throttle: NO_GUESS,
    'own origin': READS,
    suspended: true,
    deleted: true,
    'single use': 'A session is for many requests.',
    expiry: true,
  },
  'auth.setUp': { ...all, throttle: NO_GUESS, 'single use': GOES_ON },
}

const sameForAll: Statement = {
  throttle: 'It reads no table.',
  'own origin': READS,
  suspended: NO_USER,
  deleted: NO_USER,
  'single use': NO_TOKEN,
  expiry: NO_TOKEN,
}

/** Every other path that answers without a session, as the application names it; `/api` stands for both prefixes. */
export const publicPaths: Readonly<Record<string, Statement>> = {
  '/': sameForAll,
  '/.well-known/security.txt': sameForAll,
  '/api/docs': sameForAll,
  '/api/docs.css': sameForAll,
  '/api/login.php': password,
  '/api/openapi.json': sameForAll,
  '/favicon.ico': sameForAll,
  '/healthz': sameForAll,
  '/oto-servis': sameForAll,
  '/oto-servis/*': sameForAll,
  '/oto-servis/:file{[^/]+\\.[a-z0-9]+}': sameForAll,
  '/oto-servis/assets/*': sameForAll,
  '/readyz': { ...sameForAll, throttle: 'Its answer is one small statement.' },
}
