import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { createChangeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { DeleteDialog, removeFromPage, useDeletion } from '#client/components/row-deletion.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { Feedback } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'
import { FEEDBACK_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { toFeedbackInput } from './admin-search.ts'
import { changeSearch } from './admin-state.ts'
import { FEEDBACK_COLUMNS, FeedbackListContext } from './feedback-columns.tsx'

const route = getRouteApi('/_app/admin')

/** Deletes a feedback of the shown page; the row disappears at once. */
function useDeleteFeedback(shown: RouterInputs['admin']['feedbacks']) {
  const { admin } = trpc.useUtils()
  const mutation = trpc.admin.deleteFeedback.useMutation({
    onSuccess: (_answer, { id }) => {
      admin.feedbacks.setData(shown, (page) => page && removeFromPage(page, (row) => row.id === Number(id)))
      toast.success(messages.feedbackDeleted)
    },
    // Invalidate after a failure too, because the feedback may be deleted already.
    onSettled: () => void admin.feedbacks.invalidate(),
  })
  return useDeletion(mutation, {
    inputOf: ({ id }: Feedback) => ({ id }),
    failureMessage: messages.feedbackDeleteFailed,
  })
}

/** Lists the feedbacks of the shops (specification §2, §9), the newest first by default. */
export function FeedbackList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toFeedbackInput(search)
  const list = trpc.admin.feedbacks.useQuery(input, { placeholderData: keepPreviousData })
  const { ask, failure, dialog } = useDeleteFeedback(input)
  const { query, lastPage } = useListState(input, list)
  const context = useMemo(() => ({ query, onDelete: ask }), [query, ask])

  const changeAddress = createChangeAddress(navigate, changeSearch)
  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/admin" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <div className="mb-4 grid gap-3">
        <SearchInput
          placeholder="Gönderen, konu veya mesaj"
          maxLength={MAX_NAME_LENGTH}
          value={input.q}
          onSearch={(q) => changeAddress({ q }, true)}
        />
        {failure !== undefined && <CallError {...failure} />}
      </div>
      <FeedbackListContext value={context}>
        <ListTable
          caption="Geri Bildirimler"
          list={list}
          input={input}
          columns={FEEDBACK_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={FEEDBACK_PAGE_SIZES}
          onChange={changeAddress}
          failureMessage={messages.feedbacksLoadFailed}
        >
          <EmptyState
            title="Sonuç bulunamadı."
            hint={
              input.q === ''
                ? 'Kullanıcıların Destek sayfasından gönderdikleri burada görünür.'
                : 'Aramayı değiştirin veya temizleyin.'
            }
          />
        </ListTable>
      </FeedbackListContext>
      <DeleteDialog
        dialog={dialog}
        question="Silinsin mi?"
        nameOf={({ subject, sender_name }) => joinIsolated(' – ', [subject, sender_name])}
      />
    </>
  )
}
