import { type ReactNode, useEffect, useRef } from 'react'

import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter, useDialogHold } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Progress } from '#client/ui/progress.tsx'
import type { Backups } from '#shared/admin/backups.ts'
import type { RestoreResult } from '#shared/admin/restore.ts'
import { formatBytes } from '#shared/bytes.ts'

import { RestoreForm } from './restore-form.tsx'
import { leaveToLogin, type RestoreState, useRestore } from './use-restore.ts'

export interface RestoreDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  backups: Pick<Backups, 'items' | 'passphrase'>
}

const RESTORE_EFFECT =
  'Paneldeki her şeyin yerine yedekteki kullanıcılar ve kayıtlar gelir; şimdiki yönetici hesabınız da silinir.'
const AFTER_RESTORE = 'Herkes, siz de, yedekteki kullanıcı adı ve parolayla yeniden giriş yapar.'

/** Restores a backup: choice, progress and result. The dialog cannot be closed during an upload or a restore. */
export default function RestoreDialog({ open, onOpenChange, backups }: RestoreDialogProps) {
  const { state, begin, cancel, clear } = useRestore()
  const isDone = state.kind === 'restored'
  const setOpen = (isOpen: boolean) => {
    if (isDone) return leaveToLogin()
    if (!isOpen) clear()
    onOpenChange(isOpen)
  }
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent onPointerDownOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>{isDone ? 'Yedek geri yüklendi' : 'Yedekten geri yükle'}</DialogTitle>
          <DialogDescription>{isDone ? AFTER_RESTORE : RESTORE_EFFECT}</DialogDescription>
        </DialogHeader>
        <HoldDialog isBusy={state.kind === 'uploading' || state.kind === 'restoring'} />
        {/* The form stays mounted, because it keeps the chosen file for another try. */}
        {!isDone && (
          <div hidden={state.kind !== 'choosing'}>
            <RestoreForm
              backups={backups}
              problem={state.kind === 'choosing' ? state.problem : undefined}
              onSubmit={begin}
              onCancel={() => setOpen(false)}
            />
          </div>
        )}
        {(state.kind === 'uploading' || state.kind === 'restoring') && (
          <RestoreProgress state={state} onCancel={cancel} />
        )}
        {isDone && <RestoreDone {...state.result} />}
      </DialogContent>
    </Dialog>
  )
}

function HoldDialog({ isBusy }: { isBusy: boolean }) {
  useDialogHold(isBusy)
  return null
}

/** Focuses the new content, because the form's button that had the focus is gone. */
function useFocus<T extends HTMLElement>() {
  const part = useRef<T>(null)
  useEffect(() => part.current?.focus(), [])
  return part
}

type RunningState = Extract<RestoreState, { done: number }>

function RestoreProgress({
  state: { kind, done, total },
  onCancel,
}: {
  state: RunningState
  onCancel: () => void
}) {
  const isUploading = kind === 'uploading'
  const title = isUploading ? 'Dosya yükleniyor' : 'Geri yükleniyor'
  return (
    <FocusedText key={kind}>
      <output className="font-medium">{title}…</output>
      <Progress label={title} value={total === 0 ? 0 : (100 * done) / total} />
      <p className="text-sm text-muted-foreground tabular-nums">
        {total === 0 ? 'Hazırlanıyor…' : `${formatBytes(done)} / ${formatBytes(total)}`}
      </p>
      {isUploading ? (
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>
            Vazgeç
          </Button>
        </DialogFooter>
      ) : (
        <p className="text-sm text-muted-foreground">
          Büyük yedeklerde birkaç dakika sürer. Bu sırada panel başka istekleri yanıtlamaz; bitene kadar
          bilgisayarı kapatmayın.
        </p>
      )}
    </FocusedText>
  )
}

function FocusedText({ children }: { children: ReactNode }) {
  return (
    <div ref={useFocus<HTMLDivElement>()} tabIndex={-1} className="grid gap-3 outline-none">
      {children}
    </div>
  )
}

function RestoreDone({ created_at, users, kayit, expense, erased = 0 }: RestoreResult) {
  const counts = `${formatCount(users)} kullanıcı, ${formatCount(kayit)} kayıt, ${formatCount(expense)} gider`
  return (
    <>
      <Alert variant="success">{`${formatInstant(created_at)} tarihli yedek: ${counts}.`}</Alert>
      {erased > 0 && <p>{`Yedekten sonra yapılmış ${formatCount(erased)} silme yeniden uygulandı.`}</p>}
      <DialogFooter>
        <Button ref={useFocus<HTMLButtonElement>()} onClick={leaveToLogin}>
          Giriş sayfasına git
        </Button>
      </DialogFooter>
    </>
  )
}
