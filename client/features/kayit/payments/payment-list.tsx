import { Ban, Undo2 } from 'lucide-react'
import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { MoreLine, MoreMenu } from '#client/components/directory/more-menu.tsx'
import { cn } from '#client/lib/cn.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { formatDay, formatInstant } from '#shared/date.ts'
import { signedAmount } from '#shared/payment/rules.ts'
import type { Payment } from '#shared/payment/schema.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

import type { Till } from './use-till.ts'

/** Lists a record's payments below its items. An entry and its reversal are one struck line with the reason. */
export default function PaymentList({ till: { money, ask } }: { till: Till }) {
  const id = useId()
  const { payments, paid_kurus } = money
  if (payments.length === 0) return null
  const reversals = new Map(payments.map((entry) => [entry.reverses, entry]))
  return (
    <Card aria-labelledby={id} data-print="hide" className="md:p-4">
      <CardHeader className="-mt-2 mb-1 min-h-11 md:-mt-1.5 md:min-h-9">
        <CardTitle id={id}>Tahsilatlar</CardTitle>
      </CardHeader>
      <ul>
        {payments
          .filter(({ reverses }) => reverses === null)
          .map((entry) => (
            <Line
              key={entry.id}
              entry={entry}
              reversal={reversals.get(entry.id)}
              canRefund={paid_kurus > 0}
              onRefund={() => ask('refund')}
              onCancel={() => ask(entry)}
            />
          ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-input pt-2 pr-13 font-semibold">
        Ödenen
        <Amount kurus={paid_kurus} />
      </p>
    </Card>
  )
}

const MUTED = 'text-muted-foreground'

interface LineProps {
  entry: Payment
  reversal: Payment | undefined
  canRefund: boolean
  onRefund: () => void
  onCancel: () => void
}

function Line({ entry, reversal, canRefund, onRefund, onCancel }: LineProps) {
  const { kind, day, method, note, actor_name, created_at, can_reverse } = entry
  const isCancelled = reversal !== undefined
  const reason = reversal?.note ?? ''
  const remark = isCancelled ? `İptal edildi${reason === '' ? '' : `: ${isolated(reason)}`}` : isolated(note)
  const words = `${kind === 'refund' ? 'İade, ' : ''}${METHOD_WORDS[method]}`
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_2.75rem] items-center gap-x-2 border-t border-border max-md:py-1 md:grid-cols-[6rem_7rem_minmax(0,1fr)_auto_2.75rem]">
      <span className={cn('flex flex-wrap gap-x-3 md:contents', isCancelled && MUTED)}>
        <span className={cn(isCancelled && MUTED)}>{formatDay(day)}</span>
        <span className={cn('font-medium', isCancelled && MUTED)}>{words}</span>
      </span>
      <span className={cn(MUTED, 'min-w-0 text-sm wrap-anywhere max-md:col-start-1')}>{remark}</span>
      <Amount
        kurus={signedAmount(entry)}
        className={cn(
          'text-right max-md:col-start-2 max-md:row-span-2 max-md:row-start-1',
          isCancelled && `${MUTED} line-through`,
        )}
      />
      {isCancelled ? (
        <span />
      ) : (
        <MoreMenu
          label={`Diğer işlemler: ${formatDay(day)} ${words}`}
          variant="ghost"
          opensUp
          className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1"
        >
          {({ leave }) => (
            <>
              <p className="px-2 py-1 text-sm text-muted-foreground">
                {`${isolated(actor_name)}, ${formatInstant(created_at)}`}
              </p>
              {kind === 'payment' && canRefund && (
                <MoreLine Icon={Undo2} leave={leave} onClick={onRefund}>
                  İade et
                </MoreLine>
              )}
              {can_reverse && (
                <MoreLine Icon={Ban} leave={leave} onClick={onCancel}>
                  İptal et
                </MoreLine>
              )}
            </>
          )}
        </MoreMenu>
      )}
    </li>
  )
}
