import { PackagePlus } from 'lucide-react'
import { useState } from 'react'

import { type Choice, ChoiceMenu } from '#client/components/choice-menu.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { formatCount } from '#client/lib/format.ts'
import type { ItemPackage } from '#shared/item/schema.ts'

import type { IslemRow } from './items.ts'

const PackageDialog = lazyDialog(() => import('./package-dialog.tsx'))

interface PackageMenuProps {
  packages: readonly ItemPackage[]
  /** Items of the record, from which a package can be made. */
  rows: readonly IslemRow[]
  /** True if the user may store prices, which a package needs. */
  canMake: boolean
  onChoose: (chosen: ItemPackage) => void
}

const MAKE = 'yap'
const BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-md border border-input bg-card px-3 text-sm font-medium hover:bg-sunken md:min-h-9'

/**
 * Shows the shop's ready packages, whose items are added at once; the last line makes a package of the record's items.
 */
export function PackageMenu({ packages, rows, canMake, onChoose }: PackageMenuProps) {
  const [isMaking, setIsMaking] = useState(false)
  const named = rows.filter(({ islem_adi }) => islem_adi.trim() !== '')
  const choices: Choice[] = packages.map(({ id, name, items }) => ({
    value: String(id),
    content: (
      <>
        <span className="min-w-0 grow wrap-anywhere">{name}</span>
        <span className="text-sm whitespace-nowrap text-muted-foreground">{`${formatCount(items.length)} işlem`}</span>
      </>
    ),
  }))
  if (canMake && named.length > 0) choices.push({ value: MAKE, content: 'Bu işlemleri paket yap…' })
  if (choices.length === 0) return null
  const choose = (value: string) => {
    const chosen = packages.find(({ id }) => String(id) === value)
    if (chosen !== undefined) return onChoose(chosen)
    setIsMaking(true)
  }
  return (
    <>
      <ChoiceMenu label="Hazır paket" choices={choices} onChoose={choose} className={BUTTON}>
        <PackagePlus aria-hidden />
        Hazır paket
      </ChoiceMenu>
      <PackageDialog open={isMaking} onOpenChange={setIsMaking} rows={named} />
    </>
  )
}
