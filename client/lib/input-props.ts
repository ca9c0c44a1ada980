/** Props of a field whose text the browser must not change: search texts, user names, e-mail addresses, codes. */
export const PLAIN_INPUT = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** Props of a field for names of people, makes and models. */
export const NAME_INPUT = { ...PLAIN_INPUT, autoCapitalize: 'words' } as const

/** Props of a field for plates, chassis and engine numbers, which are written in capitals. */
export const CAPITALS_INPUT = { ...PLAIN_INPUT, autoCapitalize: 'characters' } as const

export const PHONE_INPUT = { ...PLAIN_INPUT, inputMode: 'tel' } as const
export const EMAIL_INPUT = { ...PLAIN_INPUT, type: 'email', inputMode: 'email' } as const
/** Props of a field for whole numbers: kilometres, years, tax numbers, quantities. */
export const DIGITS_INPUT = { ...PLAIN_INPUT, inputMode: 'numeric' } as const
export const AMOUNT_INPUT = { ...PLAIN_INPUT, inputMode: 'decimal' } as const
