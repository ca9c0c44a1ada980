import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Check, Clock, Plus, TriangleAlert } from 'lucide-react'
import { useEffect, useId } from 'react'

import { OlderNewerButtons } from '#client/components/changes/older-newer-buttons.tsx'
import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { ListStates } from '#client/components/list-states.tsx'
import { ROW_OPENER, PRESSABLE_ROW } from '#client/components/open-row.ts'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { type Day, formatDay } from '#shared/date.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { isOverdue } from '#shared/personal-data/rules.ts'
import type { DataRequest } from '#shared/personal-data/schema.ts'

import { parsePersonalDataSearch } from './personal-data-search.ts'
import { RequestForm } from './request-form.tsx'
import { KIND_WORDS } from '#shared/personal-data/words.ts'

const route = getRouteApi('/_app/personal-data')

/** Lists customers' requests under law 6698: unanswered ones first, by the last day for the answer. */
export function RequestList() {
  const id = useId()
  const { page = 1, customer } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const list = trpc.personalData.requests.useQuery({ page }, { placeholderData: keepPreviousData })
  const { edit, dialog, formKey, form } = useEditor<DataRequest>()
  // The customer's page leads here with the customer's id to open a new request.
  useEffect(() => {
    if (customer !== undefined) edit(null)
  }, [customer, edit])
  const overdue = list.data?.overdue ?? 0
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div className="grid min-w-0 gap-1 sm:max-w-[65ch]">
          <CardTitle id={id} tabIndex={-1}>
            Başvurular
          </CardTitle>
          <CardDescription>
            Müşteriler verilerini sorabilir, düzeltilmesini ya da silinmesini isteyebilir. Başvuru en geç 30
            gün içinde yanıtlanır.
          </CardDescription>
        </div>
        <Button variant="outline" size="sm" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Yeni başvuru
        </Button>
      </CardHeader>
      {overdue > 0 && (
        <Alert className="mb-4">{`${formatCount(overdue)} başvurunun yanıt süresi geçti.`}</Alert>
      )}
      <ListStates
        list={list}
        failureMessage={personalDataMessages.requestsFailed}
        empty={{
          title: 'Henüz başvuru yok.',
          hint: 'Bir müşteri başvurunca buraya yazın; son yanıt günü kendiliğinden hesaplanır.',
        }}
      />
      <ul className="grid gap-3" aria-busy={list.isPlaceholderData}>
        {list.data?.items.map((request) => (
          <RequestLine key={request.id} request={request} onEdit={() => edit(request)} />
        ))}
      </ul>
      {list.data !== undefined && (
        <OlderNewerButtons
          page={page}
          more={list.data.more}
          onPage={(to) => void navigate({ search: parsePersonalDataSearch({ page: to }) })}
        />
      )}
      <EditorDialog
        {...dialog}
        title={form.row === null ? 'Yeni başvuru' : 'Başvuruyu düzenle'}
        className="md:max-w-xl"
      >
        <RequestForm
          key={formKey}
          {...form}
          customer={form.row?.customer_id ?? (form.row === null ? customer : undefined)}
        />
      </EditorDialog>
    </Card>
  )
}

function RequestLine({ request, onEdit }: { request: DataRequest; onEdit: () => void }) {
  const { received_on, kind, note, customer, customer_id } = request
  return (
    <li
      {...PRESSABLE_ROW}
      className={cn(
        PRESSABLE_ROW.className,
        'flex flex-wrap items-start gap-x-2 gap-y-3 rounded-md border border-border p-3 hover:bg-sunken',
      )}
    >
      <div className="grid min-w-0 grow basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {KIND_WORDS[kind]}
          <StateBadge request={request} today={useToday()} />
        </p>
        <p className="text-sm text-muted-foreground wrap-anywhere">
          {`Başvuru: ${formatDay(received_on)}`}
          {customer_id !== null && customer !== '' && (
            <>
              {' · '}
              <Link
                to="/customer/$id"
                params={{ id: String(customer_id) }}
                className="text-primary-ink underline underline-offset-2"
              >
                {isolated(customer)}
              </Link>
            </>
          )}
        </p>
        {note !== '' && <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
      </div>
      <Button
        {...ROW_OPENER}
        variant="outline"
        size="sm"
        aria-label={`Düzenle: ${KIND_WORDS[kind]}, ${formatDay(received_on)}`}
        onClick={onEdit}
      >
        Düzenle
      </Button>
    </li>
  )
}

function StateBadge({ request, today }: { request: DataRequest; today: Day }) {
  const { answered_on, due_on } = request
  if (answered_on !== null)
    return (
      <Badge variant="success">
        <Check aria-hidden />
        {`Yanıtlandı: ${formatDay(answered_on)}`}
      </Badge>
    )
  const isLate = isOverdue(request, today)
  return (
    <Badge variant={isLate ? 'danger' : 'warning'}>
      {isLate ? <TriangleAlert aria-hidden /> : <Clock aria-hidden />}
      {isLate ? `Süresi geçti: ${formatDay(due_on)}` : `Son gün: ${formatDay(due_on)}`}
    </Badge>
  )
}
