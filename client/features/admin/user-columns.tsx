import { Pencil, ShieldCheck, Trash2, UserRound } from 'lucide-react'
import { createContext, use } from 'react'

import { dataColumnHelper, type DataColumn } from '#client/components/data-table/columns.ts'
import { Highlight } from '#client/components/highlight.tsx'
import { LicenseBadge } from '#client/components/license-badge.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { VersionedUser } from '#shared/admin/schema.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

import { USER_COLUMN_LABELS } from './admin-search.ts'

const column = dataColumnHelper<VersionedUser>()

/** What the cells need besides their user, so that the columns themselves never change. */
export const UserListContext = createContext<{
  /** The search that found the rows: its hits are marked. */
  query: string
  onEdit: (row: VersionedUser) => void
  /** `opener` is the pressed button. */
  onDelete: (row: VersionedUser, opener: HTMLElement) => void
}>({ query: '', onEdit: () => {}, onDelete: () => {} })

export const USER_COLUMNS: DataColumn<VersionedUser>[] = [
  column.accessor('id', { header: USER_COLUMN_LABELS.id, meta: { wide: true } }),
  column.accessor('username', {
    header: USER_COLUMN_LABELS.username,
    meta: { card: 'title' },
    cell: ({ getValue }) => <Words text={getValue()} />,
  }),
  column.accessor('name_surname', {
    header: USER_COLUMN_LABELS.name_surname,
    meta: { wide: true },
    cell: ({ getValue }) => <Words text={getValue()} />,
  }),
  column.accessor('email', {
    header: USER_COLUMN_LABELS.email,
    cell: ({ getValue }) => <Words text={getValue()} />,
  }),
  column.accessor('company_name', {
    header: USER_COLUMN_LABELS.company_name,
    meta: { wide: true },
    cell: ({ getValue }) => <Words text={getValue()} />,
  }),
  column.accessor('license_type', {
    header: USER_COLUMN_LABELS.license_type,
    cell: ({ getValue }) => <LicenseBadge type={getValue()} />,
  }),
  column.accessor('license_end_date', {
    header: USER_COLUMN_LABELS.license_end_date,
    meta: { wide: true },
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue() || null)}</span>,
  }),
  column.accessor('auth', {
    header: USER_COLUMN_LABELS.auth,
    cell: ({ getValue }) => <RoleBadge auth={getValue()} />,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions' },
    cell: ({ row }) => <RowActions row={row.original} />,
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

/** Administrators in the main colour, everybody else in the quiet one (specification §6). */
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

/** Beside nine columns there is room for the icons only, but on a phone's card. */
const NAME = 'md:sr-only'
const BUTTON = 'md:min-w-9 md:px-2'

/** On a phone the whole card opens the user: the button's target reaches to its edges. */
function RowActions({ row }: { row: VersionedUser }) {
  const { onEdit, onDelete } = use(UserListContext)
  return (
    <div className="flex justify-end gap-1 md:gap-0">
      <Button
        variant="ghost"
        size="sm"
        className={`${BUTTON} max-md:after:absolute max-md:after:inset-0`}
        onClick={() => onEdit(row)}
      >
        <Pencil aria-hidden />
        <span className={NAME}>Düzenle</span>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className={`${BUTTON} relative text-destructive`}
        onClick={(event) => onDelete(row, event.currentTarget)}
      >
        <Trash2 aria-hidden />
        <span className={NAME}>Sil</span>
      </Button>
    </div>
  )
}
