import { linkOptions } from '@tanstack/react-router'

/** The hash in the settings' address that opens the change of the password. */
export const CHANGE_PASSWORD_HASH = 'parola-degistir'

/** The link to the change of the password, in the settings of the user's own account. */
export const CHANGE_PASSWORD_LINK = linkOptions({
  to: '/settings',
  search: { tab: 'account' },
  hash: CHANGE_PASSWORD_HASH,
})
