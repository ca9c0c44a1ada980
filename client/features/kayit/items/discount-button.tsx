import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import { isDiscount } from '#shared/kayit/discount.ts'

import type { DiscountDialogProps } from './discount-dialog.tsx'

const DiscountDialog = lazyDialog<DiscountDialogProps>(() => import('./discount-dialog.tsx'))

/** Opens the question for the record's discount, once there is a price that it can lower. */
export default function DiscountButton(props: Pick<DiscountDialogProps, 'form' | 'kdvDahil'>) {
  const [open, setOpen] = useState(false)
  const rows = useStore(props.form.store, ({ values }) => values.islemler)
  return (
    <>
      {rows.some(({ fiyat_kurus }) => fiyat_kurus > 0) && (
        <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => setOpen(true)}>
          {rows.some(isDiscount) ? 'İskontoyu değiştir' : 'İskonto ekle'}
        </Button>
      )}
      <DiscountDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
