import { Link } from '@tanstack/react-router'

import { Fact } from './facts.tsx'

/** The link to the record of open work, if there is one. It is not printed. */
export function OpenWorkFact({ id }: { id: number | null }) {
  if (id === null) return null
  return (
    <Fact name="Açık iş" isPrinted={false}>
      <Link
        to="/book/$id"
        params={{ id: String(id) }}
        className="inline-flex min-h-11 items-center text-primary underline underline-offset-4 md:min-h-6"
      >
        Kaydı aç
      </Link>
    </Fact>
  )
}
