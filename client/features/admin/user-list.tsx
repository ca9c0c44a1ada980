import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'

import { createChangeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { DeleteDialog, removeFromPage, useDeletion } from '#client/components/row-deletion.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { trpc, trpcClient, type RouterInputs } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import type { User } from '#shared/admin/schema.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'
import { MAX_NAME_LENGTH, USER_PAGE_SIZES } from '#shared/options.ts'

import { toUserInput } from './admin-search.ts'
import { changeSearch } from './admin-state.ts'
import { USER_COLUMNS, UserListContext } from './user-columns.tsx'
import { UserForm } from './user-form.tsx'

const route = getRouteApi('/_app/admin')

/** Deletes a user of the shown page; the row disappears at once. */
function useDeleteUser(shown: RouterInputs['admin']['users']) {
  const { admin } = trpc.useUtils()
  const mutation = useConfirmedMutation(trpcClient.admin.deleteUser.mutate, {
    onSuccess: (_answer, { id }) => {
      admin.users.setData(shown, (page) => page && removeFromPage(page, (row) => row.id === Number(id)))
      toast.success(messages.userDeleted)
    },
    // Invalidate after a failure too, because the user may be deleted already.
    onSettled: () => void admin.users.invalidate(),
  })
  return useDeletion(mutation, {
    inputOf: ({ id }: User) => ({ id }),
    failureMessage: messages.userDeleteFailed,
  })
}

/** Lists all users (specification §2, §9): the URL holds the state, the server searches, sorts and pages. */
export function UserList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toUserInput(search)
  const list = trpc.admin.users.useQuery(input, { placeholderData: keepPreviousData })
  const { edit, dialog, formKey, form } = useEditor<User>()
  const { ask, failure, dialog: deleteDialog } = useDeleteUser(input)
  const { query, lastPage } = useListState(input, list)
  const context = useMemo(() => ({ query, onEdit: edit, onDelete: ask }), [query, edit, ask])

  const changeAddress = createChangeAddress(navigate, changeSearch)
  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/admin" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <div className="mb-4 grid gap-3">
        <div className="flex flex-col gap-3 md:flex-row">
          <SearchInput
            className="md:flex-1"
            placeholder="Kullanıcı, e-posta veya firma"
            maxLength={MAX_NAME_LENGTH}
            value={input.q}
            onSearch={(q) => changeAddress({ q }, true)}
          />
          <Button onClick={() => edit(null)}>
            <Plus aria-hidden />
            Yeni kullanıcı
          </Button>
        </div>
        {failure !== undefined && <CallError {...failure} />}
      </div>
      <UserListContext value={context}>
        <ListTable
          caption="Kullanıcılar"
          list={list}
          input={input}
          columns={USER_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={USER_PAGE_SIZES}
          onChange={changeAddress}
          failureMessage={messages.usersLoadFailed}
        >
          <EmptyState title="Sonuç bulunamadı." hint="Aramayı değiştirin veya temizleyin." />
        </ListTable>
      </UserListContext>
      <EditorDialog
        {...dialog}
        className="md:max-w-2xl"
        title={form.row === null ? 'Yeni kullanıcı' : 'Kullanıcı düzenle'}
      >
        <UserForm key={formKey} {...form} />
      </EditorDialog>
      <DeleteDialog
        dialog={deleteDialog}
        question="Silinsin mi?"
        nameOf={({ username, email }) => joinIsolated(' – ', [username, email])}
      />
    </>
  )
}
