import { Button } from '#client/ui/button.tsx'

import { CardFrame } from './card-frame.tsx'
import { CountedField } from './drawer-card.tsx'
import type { Count } from './use-count.ts'

/** Asks once for the cash in the drawer, from which the first day is counted. */
export function OpeningCard({ count }: { count: Count }) {
  return (
    <div className="mx-auto w-full max-w-lg">
      <CardFrame title="Kasayı aç">
        <p className="text-muted-foreground">
          Kasadaki nakit parayı bir kez sayıp yazın. Bundan sonra girilen nakit tahsilat, iade ve giderler
          üzerine eklenir; akşam kasada ne olması gerektiğini burada görürsünüz.
        </p>
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            count.save()
          }}
        >
          <CountedField count={count} label="Kasada şu an ne kadar var?" />
          <Button type="submit" isPending={count.isPending} className="min-h-14 text-lg md:min-h-14">
            Kasayı aç
          </Button>
        </form>
      </CardFrame>
    </div>
  )
}
