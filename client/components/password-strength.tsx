import { Progress } from '#client/ui/progress.tsx'
import { PASSWORD_MIN_SCORE, passwordScore } from '#shared/password.ts'

/** By score; 0 is a password that is not there, or whose every character counts for nothing. */
const WORDS = ['Çok zayıf', 'Çok zayıf', 'Zayıf', 'Orta', 'Güçlü', 'Çok güçlü'] as const
const STRONG = 4

/** The strength of a password in five levels, as a bar and in words (specification §5). */
export function PasswordStrength({ password }: { password: string }) {
  const score = passwordScore(password)
  const weak = score < PASSWORD_MIN_SCORE ? 'danger' : 'warning'
  return (
    <div className="grid gap-1">
      <Progress label="Parola gücü" value={score * 20} variant={score < STRONG ? weak : 'success'} />
      <output className="min-h-5 text-sm text-muted-foreground">
        {password !== '' && `Parola gücü: ${WORDS[score] ?? ''}`}
      </output>
    </div>
  )
}
