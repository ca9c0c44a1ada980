import { firstLetter } from '#client/components/user-menu.tsx'
import { isolated } from '#shared/bidi.ts'

/** Returns the first letters of the first two words of a name: 'ılgın irem' → 'Iİ'. */
export const initialsOf = (name: string): string =>
  isolated(name.trim().split(/\s+/u).slice(0, 2).map(firstLetter).join(''))
