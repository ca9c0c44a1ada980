import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { readDraft, writeDraft } from '#client/lib/drafts.ts'
import { formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { Card } from '#client/ui/card.tsx'
import type { Day } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import type { PeriodPayments } from '#shared/payment/sums.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

import { Figure, PAIR } from './figure.tsx'
import { monthView } from './month-figures.ts'

/** Shows the income and expenses of today, and once the shop takes payments those of today and the open balance. */
export function TodayCard({ today }: { today: Day }) {
  const id = useId()
  const [hasFigures, hasPayments] = [useRight('figures'), useRight('payments')]
  const stats = trpc.stats.get.useQuery(
    {},
    { select: (month) => monthView(month, today).today, enabled: hasFigures },
  )
  const hasStats = hasFigures && !(stats.isError && stats.data === undefined)
  const hasAccounts = useHasAccounts(hasPayments)
  if (!hasStats && !hasAccounts) return null
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 px-4 pt-3">
        <h2 id={id} className="text-lg font-semibold">
          Bugün
        </h2>
        {stats.data !== undefined && (
          <span className="text-muted-foreground">{`${formatCount(stats.data.kayit)} kayıt`}</span>
        )}
      </div>
      {hasStats && (
        <dl className={PAIR}>
          <Figure label="Gelir" kurus={stats.data?.gelir} />
          <Figure label="Gider" kurus={stats.data?.gider} />
        </dl>
      )}
      {hasAccounts && <TodayMoney />}
    </Card>
  )
}

/**
 * Returns whether the shop takes payments. Until the answer it is what it was on this device, so that nothing moves when
 * the answer arrives.
 */
function useHasAccounts(enabled: boolean): boolean {
  const { data } = trpc.payment.today.useQuery(undefined, { enabled, meta: QUIET })
  const name = `hesap:${useSessionUser().id}`
  const [had] = useState(() => readDraft(name) === '1')
  const has = data === undefined ? had : data.debts !== null
  useEffect(() => {
    if (data !== undefined) writeDraft(name, has ? '1' : '')
  }, [data, has, name])
  return enabled && has
}

function TodayMoney() {
  const { data, isError, isFetching, refetch } = trpc.payment.today.useQuery(undefined, { meta: QUIET })
  if (isError && data === undefined)
    return (
      <div className="border-t border-border p-4">
        <LoadError message="Tahsilatlar alınamadı." isPending={isFetching} onRetry={() => void refetch()} />
      </div>
    )
  const old = data?.debts?.ages[3] ?? 0
  return (
    <div className="md:max-lg:flex md:max-lg:*:grow md:max-lg:*:basis-1/2">
      <Part link={<Link to="/cash">Gün sonu</Link>}>
        <Figure label="Giren" kurus={data?.taken.in_kurus}>
          <Note>{data && takenText(data.taken)}</Note>
        </Figure>
      </Part>
      <Part link={<Link to="/cash/debts">Alacaklar</Link>}>
        <Figure label="Açık bakiye" kurus={data?.debts?.total_kurus}>
          <Note>
            {data?.debts != null && data.debts.count > 0 && `${formatCount(data.debts.count)} müşteri`}
            {old > 0 && (
              <>
                , 90 günü geçen <b className="font-medium text-warning-ink">{formatTL(old)}</b>
              </>
            )}
          </Note>
        </Figure>
      </Part>
    </div>
  )
}

const takenText = ({ methods, in_kurus }: PeriodPayments): string =>
  in_kurus === 0
    ? 'Bugün tahsilat girilmedi.'
    : methods
        .filter((one) => one.in_kurus > 0)
        .map((one) => `${METHOD_WORDS[one.method]} ${formatTL(one.in_kurus)}`)
        .join(' · ')

/** Shows a figure of today with the link to its screen. */
function Part({ link, children }: { link: ReactNode; children: ReactNode }) {
  return (
    <div className="relative border-t border-border *:[a]:absolute *:[a]:top-0 *:[a]:right-3 *:[a]:inline-flex *:[a]:min-h-11 *:[a]:items-center *:[a]:px-1 *:[a]:text-sm *:[a]:font-medium *:[a]:text-primary">
      <dl>{children}</dl>
      {link}
    </div>
  )
}

/** A line below a figure, which keeps its height while it is empty. */
const Note = ({ children }: { children: ReactNode }) => (
  <dd className="min-h-4.5 text-xs text-muted-foreground">{children}</dd>
)
