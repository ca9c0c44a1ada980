import { createFileRoute } from '@tanstack/react-router'

import { KayitLoadError } from '#client/features/kayit/form/kayit-load-error.tsx'
import { loadKayit } from '#client/features/kayit/form/load-kayit.ts'
import { KayitForm } from '#client/features/kayit/form/kayit-form.tsx'

export const Route = createFileRoute('/_app/book/$id')({
  loader: ({ params }) => loadKayit(params.id),
  // A form must not begin with data that was loaded for an earlier visit.
  gcTime: 0,
  component: RecordRoute,
})

function RecordRoute() {
  const { id } = Route.useParams()
  const loaded = Route.useLoaderData()
  return 'failed' in loaded ? (
    <KayitLoadError reason={loaded.failed} />
  ) : (
    <KayitForm key={id} detail={loaded.detail} />
  )
}
