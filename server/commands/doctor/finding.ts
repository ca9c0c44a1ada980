/** 'Dikkat': works, but the operator should look at it. 'Hata': does not work, or soon will not. */
export type Finding = { level: 'Tamam' | 'Dikkat' | 'Hata'; text: string }

export const okFinding = (text: string): Finding => ({ level: 'Tamam', text })
export const warning = (text: string): Finding => ({ level: 'Dikkat', text })
export const failure = (text: string): Finding => ({ level: 'Hata', text })

/** Returns 'Hata: …' on one line. */
export const formatFinding = ({ level, text }: Finding): string => `${level}: ${text.replaceAll(/\s+/g, ' ')}`

/** Returns only the code of an unexpected error, whose text may repeat parts of an address with a password. */
export function errorCodeText(error: unknown): string {
  if (!(error instanceof Error)) return 'bilinmeyen hata'
  return 'code' in error ? String(error.code) : error.name
}
