import { ArchiveRestore } from 'lucide-react'
import { useId, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Backups } from '#shared/admin/backups.ts'

import { Command } from './command.tsx'
import type { RestoreDialogProps } from './restore-dialog.tsx'

const RestoreDialog = lazyDialog<RestoreDialogProps>(() => import('./restore-dialog.tsx'))

/** Offers to restore a backup while there are no records; later it names the way that loses none. */
export function RestoreSection({ backups }: { backups: Backups }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-border pt-4">
      <h3 id={id} className="font-semibold">
        Geri yükleme
      </h3>
      {backups.restorable ? (
        <>
          <p className="text-sm text-muted-foreground">
            Bu panelde henüz kayıt yok: başka bir bilgisayardan ya da eski diskten gelen bir yedeği buraya
            geri yükleyebilirsiniz.
          </p>
          <Button variant="outline" className="justify-self-start" onClick={() => setIsOpen(true)}>
            <ArchiveRestore aria-hidden />
            Yedekten geri yükle
          </Button>
          <RestoreDialog open={isOpen} onOpenChange={setIsOpen} backups={backups} />
        </>
      ) : (
        <p className="text-sm text-muted-foreground">
          Panelde kayıtlar var ve üzerlerine yazılmaz; bir yedeği denemek ya da geri almak için onu yeni, boş
          bir veri klasörüne (DATA_DIR) geri yükleyin: <Command>npm run restore -- DOSYA</Command>{' '}
          (docs/kurulum.md, ‘Yedekler’).
        </p>
      )}
    </section>
  )
}
