import { DatabaseBackup, Download, Lock } from 'lucide-react'
import { useId } from 'react'

import { EmptyState } from '#client/components/empty-state.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { openDownload } from '#client/lib/download.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Backups } from '#shared/admin/backups.ts'
import { BASE_PATH } from '#shared/base.ts'
import { formatBytes } from '#shared/bytes.ts'
import { messages } from '#shared/messages.ts'

import { Command } from './command.tsx'
import { RestoreSection } from './restore-section.tsx'

type Backup = Backups['items'][number]

const KINDS: Record<Backup['kind'], string> = {
  otomatik: 'Otomatik',
  elle: 'Elle',
  guncelleme: 'Güncelleme öncesi',
}

const BACKUP_CONTENTS = 'Bütün servislerin bütün kayıtları.'

/** Delay in ms between two looks at a running backup, which takes minutes in a large shop. */
const POLL_MS = 5_000

/** Lists the backups beside the data, with their age; makes another one and downloads each as a file. */
export function BackupList() {
  const id = useId()
  const { admin } = trpc.useUtils()
  const list = trpc.admin.backups.useQuery(undefined, {
    refetchInterval: ({ state }) => state.data?.running === true && POLL_MS,
  })
  const backUp = useConfirmedMutation(trpcClient.admin.backUp.mutate, {
    onSuccess: (backups) => {
      admin.backups.setData(undefined, backups)
      toast.success(messages.backupMade)
    },
    onError: () => void admin.backups.invalidate(),
  })
  const { data } = list
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <CardTitle id={id}>Yedekler</CardTitle>
          <CardDescription>{data === undefined ? BACKUP_CONTENTS : summary(data)}</CardDescription>
        </div>
        {data?.automatic === true && (
          <Button isPending={backUp.isPending || data.running} onClick={() => backUp.mutate()}>
            <DatabaseBackup aria-hidden />
            Şimdi yedekle
          </Button>
        )}
      </CardHeader>
      {list.isPending && <Skeleton className="h-16" />}
      {list.isError && (
        <LoadError
          message={messages.backupsLoadFailed}
          isPending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      <div className="grid gap-4">
        {backUp.isError && (
          <CallError
            message={errorMessage(backUp.error, messages.backupFailed, messages.backupFailed)}
            error={backUp.error}
          />
        )}
        {data?.late === true && (
          <Alert>
            İki gündür yedek alınamadı. “Şimdi yedekle”yi deneyin; olmazsa diskte yer kalıp kalmadığına bakın.
          </Alert>
        )}
        {data !== undefined && <StoredBackups {...data} />}
      </div>
    </Card>
  )
}

function summary({ automatic, items: [newest] }: Backups): string {
  if (!automatic) return messages.backupsElsewhere
  return newest === undefined ? BACKUP_CONTENTS : `Son yedek: ${formatInstant(newest.created_at)}`
}

function StoredBackups(backups: Backups) {
  const { automatic, items } = backups
  if (!automatic)
    return (
      <p>
        Bir dosyaya yedeklemek için: <Command>npm run backup -- DOSYA</Command>
      </p>
    )
  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          title="Henüz yedek yok."
          hint="İlki, panel başladıktan sonraki dakikada kendiliğinden alınır."
        />
      ) : (
        <ul className="grid gap-3">
          {items.map((backup) => (
            <BackupLine key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted-foreground">
        Her gün kendiliğinden yedek alınır; 7 günün, 4 haftanın ve 6 ayın yedekleri saklanır. Yedekler
        verilerle aynı diskte durur: ayda bir indirip başka bir yerde, örneğin bir USB bellekte saklayın.
      </p>
      <RestoreSection backups={backups} />
    </>
  )
}

function BackupLine({ backup: { name, kind, created_at, bytes, encrypted } }: { backup: Backup }) {
  const when = formatInstant(created_at)
  // The link itself cannot ask for the password; the server refuses it unless it was typed.
  const download = useConfirmedMutation(trpcClient.settings.requireConfirmed.mutate, {
    onSuccess: () => openDownload(`${BASE_PATH}/api/backup?name=${encodeURIComponent(name)}`, name),
  })
  return (
    <li className="grid gap-3 rounded-md border border-border p-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {when}
            {encrypted && (
              <Badge variant="info">
                <Lock aria-hidden />
                Şifreli
              </Badge>
            )}
          </p>
          <p className="text-sm text-muted-foreground">{`${KINDS[kind]} · ${formatBytes(bytes)}`}</p>
        </div>
        <Button
          variant="outline"
          size="sm"
          isPending={download.isPending}
          aria-label={`İndir: ${when}`}
          onClick={() => download.mutate()}
        >
          <Download aria-hidden />
          İndir
        </Button>
      </div>
      {download.isError && (
        <CallError
          message={errorMessage(download.error, messages.backupDownloadFailed)}
          error={download.error}
        />
      )}
    </li>
  )
}
