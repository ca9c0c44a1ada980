/** The hash in the settings' address that opens the change of the password. */
export const CHANGE_PASSWORD_HASH = 'parola-degistir'
