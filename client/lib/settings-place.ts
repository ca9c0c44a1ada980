/** Of the settings' address: the password is to be changed now. */
export const CHANGE_PASSWORD_HASH = 'parola-degistir'
