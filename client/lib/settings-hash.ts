/** The hash in the settings' address, on the tab 'account', that opens the change of the password. */
export const CHANGE_PASSWORD_HASH = 'parola-degistir'
