import { HandCoins, Scale, Undo2 } from 'lucide-react'
import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { agesText, DebtBar } from '#client/components/debt-ages.tsx'
import { MoreLine, MoreMenu } from '#client/components/directory/more-menu.tsx'
import { cn } from '#client/lib/cn.ts'
import { useRight } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

import type { Account } from './use-account.ts'

/** Shows the customer's debt by age and the advances for cars in the shop, and begins a payment. */
export function BalanceCard({ account: { data, ask } }: { account: Account }) {
  const id = useId()
  const { balance_kurus: balance, ages, advance_kurus: advance, start } = data
  const isOwner = useRight('settings')
  return (
    <Card aria-labelledby={id} className="p-4 md:p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="text-sm font-normal text-muted-foreground">
          Bakiye
        </h2>
        <span className="text-sm text-muted-foreground">{stateOf(balance, start)}</span>
      </div>
      <Amount
        kurus={Math.abs(balance)}
        className={cn('block text-3xl leading-10 font-semibold', balance > 0 && 'text-warning-ink')}
      />
      {balance > 0 && (
        <>
          <DebtBar ages={ages} className="mt-1" />
          <p className="mt-1 text-sm text-muted-foreground">{agesText(ages)}</p>
        </>
      )}
      {advance > 0 && (
        <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-border pt-3 text-sm text-muted-foreground">
          Kapora, çıkınca hesaba girer
          <Amount kurus={advance} className="text-base font-semibold text-foreground" />
        </p>
      )}
      <div className="mt-3 flex gap-2" data-print="hide">
        <Button className="grow" variant={balance > 0 ? 'default' : 'outline'} onClick={() => ask('payment')}>
          <HandCoins aria-hidden />
          Tahsilat al
        </Button>
        <MoreMenu label="Hesabın diğer işlemleri">
          {({ leave }) => (
            <>
              <MoreLine Icon={Undo2} leave={leave} onClick={() => ask('refund')}>
                İade et
              </MoreLine>
              {isOwner && (
                <MoreLine Icon={Scale} leave={leave} onClick={() => ask('opening')}>
                  Devreden bakiye
                </MoreLine>
              )}
            </>
          )}
        </MoreMenu>
      </div>
    </Card>
  )
}

function stateOf(balance: number, start: string | null): string {
  if (start === null) return 'hesap başlamadı'
  if (balance === 0) return 'borcu yok'
  return balance > 0 ? 'borçlu' : 'alacaklı'
}
