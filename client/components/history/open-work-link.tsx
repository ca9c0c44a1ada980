import { Link } from '@tanstack/react-router'

/** Leads to the record of open work. */
export function OpenWorkLink({ id }: { id: number }) {
  return (
    <Link
      to="/book/$id"
      params={{ id: String(id) }}
      className="inline-flex min-h-11 items-center text-primary underline underline-offset-4 md:min-h-6"
    >
      Kaydı aç
    </Link>
  )
}
