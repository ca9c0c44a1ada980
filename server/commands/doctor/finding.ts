/** 'Dikkat': works, but somebody should look at it. 'Hata': does not work, or soon will not. */
export type Finding = { level: 'Tamam' | 'Dikkat' | 'Hata'; text: string }

export const fine = (text: string): Finding => ({ level: 'Tamam', text })
export const warning = (text: string): Finding => ({ level: 'Dikkat', text })
export const failure = (text: string): Finding => ({ level: 'Hata', text })

/** 'Hata: …', without a line break whatever the text has. */
export const lineOf = ({ level, text }: Finding): string => `${level}: ${text.replaceAll(/\s+/g, ' ')}`

/** The code of an unexpected error: its text may repeat parts of an address with a password. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'bilinmeyen hata'
  return 'code' in error ? String(error.code) : error.name
}
