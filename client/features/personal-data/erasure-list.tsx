import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useId } from 'react'

import { OlderNewerButtons } from '#client/components/changes/older-newer-buttons.tsx'
import { ListStates } from '#client/components/list-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import type { Erasure } from '#shared/personal-data/schema.ts'

import { parsePersonalDataSearch } from './personal-data-search.ts'
import { REASON_WORDS } from '#shared/personal-data/words.ts'

const route = getRouteApi('/_app/personal-data')

/**
 * Lists the register of erasures, the newest first. The shop keeps it as proof; it does not contain the erased data.
 */
export function ErasureList() {
  const id = useId()
  const { page = 1 } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const list = trpc.personalData.erasures.useQuery({ page }, { placeholderData: keepPreviousData })
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div className="grid min-w-0 gap-1 sm:max-w-[65ch]">
          <CardTitle id={id}>Silinenler</CardTitle>
          <CardDescription>
            Silme işlemlerinin kaydı üç yıl saklanır; silinen bilgilerin kendisi burada yoktur. Bu panele eski
            bir yedek geri yüklenirse buradaki silmeler kendiliğinden yinelenir. Yeni, boş bir panele
            yüklerken bunun için daha yeni bir yedek de gerekir; yoksa müşterileri listeden bakıp yeniden
            silin: listeyi ara sıra yazdırıp saklayın. Müşteri no, müşterinin sayfasının adresindeki sayıdır.
          </CardDescription>
        </div>
        {list.data !== undefined && list.data.items.length > 0 && (
          <Button variant="outline" size="sm" onClick={() => window.print()}>
            <Printer aria-hidden />
            Yazdır
          </Button>
        )}
      </CardHeader>
      <ListStates
        list={list}
        failureMessage={personalDataMessages.erasuresFailed}
        empty={{
          title: 'Henüz bir şey silinmedi.',
          hint: 'Bir müşterinin sayfasındaki “Kişisel veriler” ile verilerini dosya olarak alabilir ya da silebilirsiniz.',
        }}
      />
      <ul className="grid gap-3" aria-busy={list.isPlaceholderData}>
        {list.data?.items.map((erasure) => (
          <ErasureLine key={erasure.id} erasure={erasure} />
        ))}
      </ul>
      {list.data !== undefined && (
        <OlderNewerButtons
          page={page}
          more={list.data.more}
          onPage={(to) => void navigate({ search: parsePersonalDataSearch({ tab: 'erasures', page: to }) })}
        />
      )}
    </Card>
  )
}

function ErasureLine({ erasure: { at, actor_name, customer_id, reason, counts } }: { erasure: Erasure }) {
  return (
    <li className="grid gap-1 rounded-md border border-border p-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {customer_id === null ? (
          'Eski kayıtlar'
        ) : (
          <Link
            to="/customer/$id"
            params={{ id: String(customer_id) }}
            className="text-primary-ink underline underline-offset-2"
          >{`Müşteri no ${customer_id}`}</Link>
        )}
        <Badge variant={reason === 'retention' ? 'secondary' : 'info'}>{REASON_WORDS[reason]}</Badge>
      </p>
      <p className="text-sm text-muted-foreground">
        {[formatInstant(at), actor_name === '' ? 'kendiliğinden' : isolated(actor_name)].join(' · ')}
      </p>
      <p className="text-sm">{countWords(counts)}</p>
    </li>
  )
}

const countWords = ({ records, deleted, vehicles, documents, changes }: Erasure['counts']): string =>
  (
    [
      [records, 'kayıt'],
      [deleted, 'çöp kutusundaki kayıt'],
      [vehicles, 'araç'],
      [documents, 'belge'],
      [changes, 'değişiklik satırı'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ')
