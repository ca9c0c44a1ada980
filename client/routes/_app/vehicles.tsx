import { createFileRoute } from '@tanstack/react-router'

import { VehicleList } from '#client/features/vehicle/vehicle-list.tsx'
import { search } from '#client/features/vehicle/vehicle-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/vehicles')({
  validateSearch: search.parse,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search: raw, next }) => search.parse(next(raw))] },
  loaderDeps: ({ search: raw }) => search.parse(raw),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps }) => void api.vehicle.list.prefetch(search.toInput(deps)),
  component: VehicleList,
})
