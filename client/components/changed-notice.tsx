import { orDash } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { messages } from '#shared/messages.ts'

export interface ChangedNoticeProps {
  /** The fields that both have changed, with what is stored now. */
  contested: readonly { label: string; theirs: string }[]
}

/** Somebody else has saved meanwhile: nothing was overwritten, and the next save decides (decisions: two people). */
export function ChangedNotice({ contested }: ChangedNoticeProps) {
  return (
    <Alert variant="warning">
      <p className="font-semibold">{messages.kayitChanged}</p>
      <p>
        Yazdıklarınız duruyor, diğer alanlar güncellendi. Tekrar kaydettiğinizde sizin yazdığınız geçerli
        olur.
      </p>
      {contested.length > 0 && (
        <dl className="mt-2 grid gap-1 text-sm">
          {contested.map(({ label, theirs }) => (
            <div key={label} className="wrap-anywhere">
              <dt className="inline font-medium">{label}</dt>{' '}
              <dd className="inline">güncel: {orDash(theirs)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Alert>
  )
}
