import { ShieldCheck, UserRound } from 'lucide-react'
import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { EditActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { LicenseBadge } from '#client/components/license-badge.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { User } from '#shared/admin/schema.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

import { USER_COLUMN_LABELS } from './column-labels.ts'

const column = dataColumnHelper<User>()

export const UserListContext = createListContext<User>()

const WIDTHS = {
  id: { least: [0, 3.5, 4, 4.5] },
  username: { least: [9, 7.5, 9.5, 11], share: 14 },
  name_surname: { least: [0, 7.5, 9, 10], share: 14 },
  email: { least: [11, 9, 12.5, 15], share: 20 },
  company_name: { least: [0, 7.5, 9, 10], share: 14 },
  license_type: { least: [6.5, 7, 8, 8.5] },
  license_end_date: { least: [0, 6, 7, 7.5] },
  auth: { least: [6.5, 6.75, 7.5, 8] },
  actions: { least: [6, 5.5, 6.5, 7] },
} satisfies Record<string, ColumnWidth>

export const USER_COLUMNS: DataColumn<User>[] = [
  column.accessor('id', { header: USER_COLUMN_LABELS.id, meta: { from: 'lg', width: WIDTHS.id } }),
  column.accessor('username', {
    header: USER_COLUMN_LABELS.username,
    meta: { card: 'title', width: WIDTHS.username },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('name_surname', {
    header: USER_COLUMN_LABELS.name_surname,
    meta: { from: 'lg', width: WIDTHS.name_surname },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('email', {
    header: USER_COLUMN_LABELS.email,
    meta: { width: WIDTHS.email },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('company_name', {
    header: USER_COLUMN_LABELS.company_name,
    meta: { from: 'lg', width: WIDTHS.company_name },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('license_type', {
    header: USER_COLUMN_LABELS.license_type,
    meta: { width: WIDTHS.license_type },
    cell: ({ value }) => <LicenseBadge type={value} className="max-md:-my-0.5 max-md:align-middle" />,
  }),
  column.accessor('license_end_date', {
    header: USER_COLUMN_LABELS.license_end_date,
    meta: { from: 'lg', width: WIDTHS.license_end_date },
    cell: ({ value }) => <span className="whitespace-nowrap">{formatDay(value)}</span>,
  }),
  column.accessor('auth', {
    header: USER_COLUMN_LABELS.auth,
    meta: { width: WIDTHS.auth },
    cell: ({ value }) => <RoleBadge auth={value} />,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions', width: WIDTHS.actions },
    cell: ({ row }) => <Actions row={row} />,
  }),
]

function ColumnText({ text }: { text: string }) {
  const { query } = use(UserListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="wrap-anywhere lg:text-sm">
      <Highlight text={text} query={query} />
    </span>
  )
}

/** Shows administrators in the primary colour, other users in the muted one (specification §6). */
function RoleBadge({ auth }: { auth: number }) {
  const isAdmin = auth === AUTH_ADMIN
  const Icon = isAdmin ? ShieldCheck : UserRound
  return (
    <Badge variant={isAdmin ? 'primary' : 'secondary'} className="max-md:-my-0.5 max-md:align-middle">
      <Icon aria-hidden />
      {isAdmin ? 'Admin' : 'Kullanıcı'}
    </Badge>
  )
}

function Actions({ row }: { row: User }) {
  return <EditActions row={row} actions={use(UserListContext)} />
}
