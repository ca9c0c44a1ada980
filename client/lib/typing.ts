/** Props of a field whose text the browser must not change: search texts, user names, e-mail addresses, codes. */
export const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** Props of a field for names of people, makes and models. */
export const NAMES = { ...AS_TYPED, autoCapitalize: 'words' } as const

/** Props of a field for plates, chassis and engine numbers, which are written in capitals. */
export const CAPITALS = { ...AS_TYPED, autoCapitalize: 'characters' } as const

export const PHONE = { ...AS_TYPED, inputMode: 'tel' } as const
export const EMAIL = { ...AS_TYPED, type: 'email', inputMode: 'email' } as const
/** Props of a field for whole numbers: kilometres, years, tax numbers, quantities. */
export const DIGITS = { ...AS_TYPED, inputMode: 'numeric' } as const
export const AMOUNT = { ...AS_TYPED, inputMode: 'decimal' } as const
