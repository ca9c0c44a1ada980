/** Procedures that an anonymous caller may call; every other one needs a session. */
export const OPEN_PROCEDURES: readonly string[] = [
  'auth.acceptConsent',
  'auth.cancelConsent',
  'auth.cancelStep',
  'auth.completeSetUp',
  'auth.enterCode',
  'auth.login',
  'auth.logout',
  'auth.resetLink',
  'auth.resetPassword',
  'auth.session',
  'auth.setUp',
]
