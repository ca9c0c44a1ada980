import { Plus, UserRound, UserRoundX } from 'lucide-react'
import { useId } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { ROW_OPENER, PRESSABLE_ROW } from '#client/components/open-row.ts'
import { LoadError } from '#client/components/page-states.tsx'
import { reportRestoreFailure, useDeletion } from '#client/components/row-deletion.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount, formatInstant } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'
import type { Member } from '#shared/staff/schema.ts'

import { StaffForm } from './staff-form.tsx'
import { accessOf } from './staff-values.ts'

/** Closes an account after a question; 'Geri al' opens it again for ten seconds. */
function useCloseMember() {
  const { staff } = trpc.useUtils()
  const restore = useConfirmedMutation(trpcClient.staff.restore.mutate, {
    onSuccess: () => {
      toast.success(messages.memberRestored)
      return staff.invalidate()
    },
    onError: (error, input) =>
      reportRestoreFailure(error, messages.memberRestoreFailed, () => restore.mutate(input)),
  })
  const close = useConfirmedMutation(trpcClient.staff.close.mutate, {
    onSuccess: (_answer, { id }) => {
      staff.list.setData(undefined, (rows) => rows?.filter((row) => row.id !== Number(id)))
      toast.undo(messages.memberClosed, () => restore.mutate({ id }))
    },
    // Invalidate after a failure too, because the account may be closed already.
    onSettled: () => void staff.invalidate(),
  })
  return useDeletion(close, {
    inputOf: ({ id }: Member) => ({ id }),
    failureMessage: messages.memberCloseFailed,
  })
}

const nameOf = ({ name_surname, username }: Member) => isolated(name_surname === '' ? username : name_surname)

/** Lists the shop's other users for its owner: names, rights, and last visits. */
export default function StaffCard() {
  const id = useId()
  const list = trpc.staff.list.useQuery()
  const { edit, dialog, formKey, form } = useEditor<Member>()
  const { ask, failure, dialog: closeDialog } = useCloseMember()
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div className="grid gap-1">
          <CardTitle id={id} tabIndex={-1}>
            Çalışanlar
          </CardTitle>
          <CardDescription>Her çalışan kendi adı ve parolasıyla girer.</CardDescription>
        </div>
        <Button variant="outline" size="sm" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Yeni çalışan
        </Button>
      </CardHeader>
      {failure !== undefined && (
        <div className="mb-4">
          <CallError {...failure} />
        </div>
      )}
      {list.isPending && <Skeleton className="h-16" />}
      {list.isError && (
        <LoadError
          message={messages.staffLoadFailed}
          isPending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && <p className="text-muted-foreground">Henüz çalışan eklenmedi.</p>}
      <ul className="grid gap-3">
        {list.data?.map((member) => (
          <MemberLine
            key={member.id}
            member={member}
            onEdit={() => edit(member)}
            onClose={(button) => ask(member, button)}
          />
        ))}
      </ul>
      <EditorDialog
        {...dialog}
        title={form.row === null ? 'Yeni çalışan' : 'Çalışanı düzenle'}
        className="md:max-w-xl"
      >
        <StaffForm key={formKey} {...form} />
      </EditorDialog>
      <CloseQuestion dialog={closeDialog} titleId={id} />
    </Card>
  )
}

interface CloseQuestionProps {
  dialog: ReturnType<typeof useCloseMember>['dialog']
  /** Id of the card's title, which receives the focus once the line is gone. */
  titleId: string
}

function CloseQuestion({ dialog, titleId }: CloseQuestionProps) {
  const { target, open, setOpen, confirm, isPending, isDone } = dialog
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question="Hesap kapatılsın mı?"
      confirmLabel="Hesabı kapat"
      isPending={isPending}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!isDone) return
        event.preventDefault()
        document.getElementById(titleId)?.focus()
      }}
    >
      {target !== undefined && `${nameOf(target.row)} artık giriş yapamaz; açık oturumları da kapanır.`}
    </ConfirmDialog>
  )
}

interface MemberLineProps {
  member: Member
  onEdit: () => void
  onClose: (button: HTMLElement) => void
}

function MemberLine({ member, onEdit, onClose }: MemberLineProps) {
  const name = nameOf(member)
  return (
    <li
      {...PRESSABLE_ROW}
      className={cn(
        PRESSABLE_ROW.className,
        'flex flex-wrap items-center gap-x-2 gap-y-3 rounded-md border border-border p-3 hover:bg-sunken',
      )}
    >
      <div className="flex min-w-0 grow basis-60 items-start gap-3">
        <UserRound aria-hidden className="mt-0.5 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge variant={member.sees_figures ? 'info' : 'secondary'}>{accessOf(member).label}</Badge>
          </p>
          <p className="text-sm text-muted-foreground wrap-anywhere">{aboutOf(member)}</p>
        </div>
      </div>
      <Button {...ROW_OPENER} variant="outline" size="sm" aria-label={`Düzenle: ${name}`} onClick={onEdit}>
        Düzenle
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Hesabı kapat: ${name}`}
        onClick={({ currentTarget }) => onClose(currentTarget)}
      >
        <UserRoundX aria-hidden />
        Hesabı kapat
      </Button>
    </li>
  )
}

function aboutOf({ username, name_surname, last_used_at, sessions }: Member): string {
  return [
    name_surname === '' ? '' : isolated(username),
    last_used_at === null ? 'Henüz giriş yapmadı' : `Son kullanım ${formatInstant(last_used_at)}`,
    sessions === 0 ? '' : `${formatCount(sessions)} açık oturum`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
