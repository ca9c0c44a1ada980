import { ArchiveRestore } from 'lucide-react'
import { useId, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { Button } from '#client/ui/button.tsx'
import type { Backups } from '#shared/admin/backups.ts'

import { Command } from './command.tsx'
import type { RestoreDialogProps } from './restore-dialog.tsx'

const RestoreDialog = lazyDialog<RestoreDialogProps>(() => import('./restore-dialog.tsx'))

/** Offers to restore a backup while the panel is unused; later it names the way that loses no records. */
export function RestoreSection({ backups }: { backups: Backups }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  // The dialog has no place for the password prompt, so the user confirms before it opens.
  const open = useConfirmedMutation(trpcClient.settings.requireConfirmed.mutate, {
    onSuccess: () => setIsOpen(true),
  })
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-border pt-4">
      <h3 id={id} className="font-semibold">
        Geri yükleme
      </h3>
      {backups.restorable ? (
        <>
          <p className="text-sm text-muted-foreground">
            Bu panelde henüz kayıt ve sizden başka kullanıcı yok: başka bir bilgisayardan ya da eski diskten
            gelen bir yedeği buraya geri yükleyebilirsiniz.
          </p>
          <Button
            variant="outline"
            className="justify-self-start"
            isPending={open.isPending}
            onClick={() => open.mutate()}
          >
            <ArchiveRestore aria-hidden />
            Yedekten geri yükle
          </Button>
          <RestoreDialog open={isOpen} onOpenChange={setIsOpen} backups={backups} />
        </>
      ) : (
        <p className="text-sm text-muted-foreground">
          Panelde kayıtlar ya da birden çok kullanıcı var; bir yedek bunların üzerine yazılmaz. Bir yedeği
          denemek ya da geri almak için onu yeni ve boş bir veri klasörüne geri yükleyin: klasörü DATA_DIR
          ayarıyla seçin, programın klasöründe şu komutu çalıştırın:{' '}
          <Command>npm run restore -- DOSYA</Command>. Adım adım anlatımı kurulum kılavuzundadır
          (docs/kurulum.md, ‘Yedekler’).
        </p>
      )}
    </section>
  )
}
