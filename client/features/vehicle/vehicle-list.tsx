import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'

import { createChangeAddress } from '#client/components/data-table/list-table.tsx'
import { DirectoryList, useDirectoryInput } from '#client/components/directory/directory-list.tsx'
import { trpc } from '#client/lib/api.ts'
import { useRight } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

import { VEHICLE_COLUMNS } from './vehicle-columns.tsx'
import { search } from './vehicle-search.ts'

const route = getRouteApi('/_app/vehicles')

/** Lists the cars of the shop. */
export function VehicleList() {
  const state = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { input, countAll } = useDirectoryInput(search, state)
  const canRemind = useRight('quotes')
  const list = trpc.vehicle.list.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <DirectoryList
      title="Araçlar"
      placeholder="Plaka, şasi no, marka veya model"
      empty={{ title: 'Araç yok.', hint: 'Araçlar, ilk kaydın ardından burada görünür.' }}
      failureMessage={messages.vehicleListFailed}
      columns={VEHICLE_COLUMNS}
      input={input}
      list={list}
      onChange={createChangeAddress(navigate, search.changeSearch)}
      onCount={countAll}
      actions={
        canRemind && (
          <Button asChild variant="outline">
            <Link to="/reminders">
              <BellRing aria-hidden />
              Hatırlatmalar
            </Link>
          </Button>
        )
      }
      renderLastPage={(page) => (
        <Navigate to="/vehicles" search={search.changeSearch(state, { page })} replace />
      )}
    />
  )
}
