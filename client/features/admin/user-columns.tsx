import { ShieldCheck, UserRound } from 'lucide-react'
import { use } from 'react'

import { dataColumnHelper, type DataColumn } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { EditActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { LicenseBadge } from '#client/components/license-badge.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { User } from '#shared/admin/schema.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

import { USER_COLUMN_LABELS } from './admin-search.ts'

const column = dataColumnHelper<User>()

export const UserListContext = createListContext<User>()

export const USER_COLUMNS: DataColumn<User>[] = [
  column.accessor('id', { header: USER_COLUMN_LABELS.id, meta: { from: 'lg' } }),
  column.accessor('username', {
    header: USER_COLUMN_LABELS.username,
    meta: { card: 'title', least: 'name' },
    cell: ({ value }) => <Words text={value} />,
  }),
  column.accessor('name_surname', {
    header: USER_COLUMN_LABELS.name_surname,
    meta: { from: 'lg', least: 'name' },
    cell: ({ value }) => <Words text={value} />,
  }),
  column.accessor('email', {
    header: USER_COLUMN_LABELS.email,
    meta: { least: 'email' },
    cell: ({ value }) => <Words text={value} />,
  }),
  column.accessor('company_name', {
    header: USER_COLUMN_LABELS.company_name,
    meta: { from: 'lg', least: 'name' },
    cell: ({ value }) => <Words text={value} />,
  }),
  column.accessor('license_type', {
    header: USER_COLUMN_LABELS.license_type,
    cell: ({ value }) => <LicenseBadge type={value} />,
  }),
  column.accessor('license_end_date', {
    header: USER_COLUMN_LABELS.license_end_date,
    meta: { from: 'lg' },
    cell: ({ value }) => <span className="whitespace-nowrap">{formatDay(value)}</span>,
  }),
  column.accessor('auth', {
    header: USER_COLUMN_LABELS.auth,
    cell: ({ value }) => <RoleBadge auth={value} />,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions' },
    cell: ({ row }) => <Actions row={row} />,
  }),
]

function Words({ text }: { text: string }) {
  const { query } = use(UserListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="wrap-anywhere lg:text-sm">
      <Highlight text={text} query={query} />
    </span>
  )
}

/** Administrators in the primary colour, other users in the muted one (specification §6). */
function RoleBadge({ auth }: { auth: number }) {
  const isAdmin = auth === AUTH_ADMIN
  const Icon = isAdmin ? ShieldCheck : UserRound
  return (
    <Badge variant={isAdmin ? 'primary' : 'secondary'}>
      <Icon aria-hidden />
      {isAdmin ? 'Admin' : 'Kullanıcı'}
    </Badge>
  )
}

function Actions({ row }: { row: User }) {
  return <EditActions narrow="always" row={row} actions={use(UserListContext)} />
}
