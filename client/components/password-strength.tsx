import { Progress } from '#client/ui/progress.tsx'
import { missingStrength, PASSWORD_MIN_SCORE, passwordScore } from '#shared/password.ts'

/** The labels by score; 0 is a password without any counted character. */
const WORDS = ['Çok zayıf', 'Çok zayıf', 'Zayıf', 'Orta', 'Güçlü', 'Çok güçlü'] as const
const STRONG = 4

const ALL = missingStrength('').join(', ')

interface PasswordStrengthProps {
  password: string
  /** Whether the server has refused this password. */
  isRefused?: boolean
  /** The id of the text below the bar, for the field's `aria-describedby`. */
  id?: string
}

/**
 * The strength of a password in five levels, as a bar and in words (specification §5), with the missing criteria. A
 * password that the server has refused, e.g. a common one, has no strength.
 */
export function PasswordStrength({ password, isRefused = false, id }: PasswordStrengthProps) {
  const score = isRefused ? 0 : passwordScore(password)
  const weak = score < PASSWORD_MIN_SCORE ? 'danger' : 'warning'
  const missing = isRefused ? '' : missingStrength(password).join(', ')
  const word = isRefused ? 'Kabul edilmedi' : (WORDS[score] ?? '')
  return (
    <div className="grid gap-1">
      <Progress label="Parola gücü" value={score * 20} variant={score < STRONG ? weak : 'success'} />
      {/* The invisible longest text reserves the height, so that typing causes no layout shift. */}
      <div
        data-room={`Parola gücü: ${WORDS[0]}. Eksik: ${ALL}`}
        className="grid text-sm text-muted-foreground before:invisible before:[grid-area:1/1] before:content-[attr(data-room)]"
      >
        <p id={id} className="[grid-area:1/1]">
          <output>{password !== '' && `Parola gücü: ${word}`}</output>
          {password === '' ? `Güçlü parola: ${ALL}.` : missing && `. Eksik: ${missing}`}
        </p>
      </div>
    </div>
  )
}
