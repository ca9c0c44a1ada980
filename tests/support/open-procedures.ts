/** Procedures that an anonymous caller may call; every other one needs a session. */
export const OPEN_PROCEDURES: readonly string[] = [
  'auth.acceptConsent',
  'auth.beginPasskey',
  'auth.beginPasskeyStep',
  'auth.cancelConsent',
  'auth.cancelStep',
  'auth.completeSetUp',
  'auth.enterCode',
  'auth.enterPasskey',
  'auth.login',
  'auth.logout',
  'auth.passkey',
  'auth.resetLink',
  'auth.resetPassword',
  'auth.session',
  'auth.setUp',
]
