import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { changeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { EmptyState } from '#client/components/page-states.tsx'
import { RemoveDialog, useRemoval } from '#client/components/removal.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import type { Feedback } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'
import { FEEDBACK_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { without } from './admin-pages.ts'
import { changeSearch, toFeedbackInput } from './admin-search.ts'
import { FEEDBACK_COLUMNS, FeedbackListContext } from './feedback-columns.tsx'

const route = getRouteApi('/_app/admin')

/** Deletes a feedback of the shown page: the row goes at once. */
function useRemoveFeedback(shown: RouterInputs['admin']['feedbacks']) {
  const { admin } = trpc.useUtils()
  return trpc.admin.deleteFeedback.useMutation({
    onSuccess: (_answer, { id }) => {
      admin.feedbacks.setData(shown, (page) => page && without(page, Number(id)))
      toast.success(messages.feedbackDeleted)
    },
    // After a failure too: perhaps it is gone already.
    onSettled: () => void admin.feedbacks.invalidate(),
  })
}

/** What the shops have sent (specification §2, §9), the newest first unless told. */
export function FeedbackList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toFeedbackInput(search)
  const list = trpc.admin.feedbacks.useQuery(input, { placeholderData: keepPreviousData })
  const remove = useRemoveFeedback(input)
  const { ask, ...removal } = useRemoval<Feedback>({
    ...remove,
    run: ({ id }, options) => remove.mutate({ id }, options),
  })
  const { query, lastPage } = useListState(input, list)
  const context = useMemo(() => ({ query, onDelete: ask }), [query, ask])

  const change = changeAddress(navigate, changeSearch)
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
          onSearch={(q) => change({ q }, true)}
        />
        {remove.isError && (
          <Alert>
            {errorMessage(remove.error, messages.feedbackDeleteFailed, messages.feedbackDeleteFailed)}
          </Alert>
        )}
      </div>
      <FeedbackListContext value={context}>
        <ListTable
          caption="Geri Bildirimler"
          list={list}
          input={input}
          columns={FEEDBACK_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={FEEDBACK_PAGE_SIZES}
          onChange={change}
          loadFailed={messages.feedbacksLoadFailed}
        >
          <EmptyState
            title="Sonuç bulunamadı."
            {...(input.q !== '' && { hint: 'Aramayı değiştirin veya temizleyin.' })}
          />
        </ListTable>
      </FeedbackListContext>
      <RemoveDialog
        {...removal}
        question="Silinsin mi?"
        nameOf={({ subject, sender_name }) => `${subject} – ${sender_name}`}
      />
    </>
  )
}
