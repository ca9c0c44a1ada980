import { createFileRoute } from '@tanstack/react-router'

import { VehicleList } from '#client/features/vehicle/vehicle-list.tsx'
import { parseVehicleSearch, toListInput } from '#client/features/vehicle/vehicle-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/vehicles')({
  validateSearch: parseVehicleSearch,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search, next }) => parseVehicleSearch(next(search))] },
  loaderDeps: ({ search }) => parseVehicleSearch(search),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps }) => void api.vehicle.list.prefetch(toListInput(deps)),
  component: VehicleList,
})
