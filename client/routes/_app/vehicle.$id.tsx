import { createFileRoute } from '@tanstack/react-router'

import { VehicleScreen } from '#client/features/vehicle/vehicle-screen.tsx'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/vehicle/$id')({
  // Not awaited: the screen shows its own loading state.
  loader: ({ params }) => {
    void api.vehicle.get.prefetch(params)
    void api.vehicle.visits.prefetch({ ...params, page: 1 })
  },
  component: VehicleRoute,
})

function VehicleRoute() {
  const { id } = Route.useParams()
  return <VehicleScreen key={id} id={id} />
}
