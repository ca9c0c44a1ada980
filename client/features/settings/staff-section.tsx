import { Plus, UserRoundX } from 'lucide-react'
import { useId } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { ROW_OPENER, PRESSABLE_ROW } from '#client/components/open-row.ts'
import { LoadError } from '#client/components/page-states.tsx'
import { reportRestoreFailure, useDeletion } from '#client/components/row-deletion.tsx'
import { initialsOf } from '#client/components/initials.ts'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'
import type { Member } from '#shared/staff/schema.ts'

import { AccessTable } from './access-table.tsx'
import { ListNote, SettingsList } from './settings-parts.tsx'
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
export default function StaffSection() {
  const id = useId()
  const list = trpc.staff.list.useQuery()
  const { edit, dialog, formKey, form } = useEditor<Member>()
  const { ask, failure, dialog: closeDialog } = useCloseMember()
  return (
    <div className="grid gap-4">
      <SettingsList
        titleId={id}
        title="Çalışanlar"
        count={list.data && formatCount(list.data.length)}
        about="Her çalışan kendi adı ve parolasıyla girer."
        action={
          <Button onClick={() => edit(null)}>
            <Plus aria-hidden />
            Yeni çalışan
          </Button>
        }
      >
        <ListNote>
          {failure !== undefined && <CallError {...failure} />}
          {list.isPending && <Skeleton className="h-16" />}
          {list.isError && (
            <LoadError
              message={messages.staffLoadFailed}
              isPending={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          )}
          {list.data?.length === 0 && <p className="text-muted-foreground">Henüz çalışan eklenmedi.</p>}
        </ListNote>
        <ul>
          {list.data?.map((member) => (
            <MemberLine
              key={member.id}
              member={member}
              onEdit={() => edit(member)}
              onClose={(button) => ask(member, button)}
            />
          ))}
        </ul>
      </SettingsList>
      <AccessTable />
      <EditorDialog
        {...dialog}
        title={form.row === null ? 'Yeni çalışan' : 'Çalışanı düzenle'}
        className="md:max-w-xl"
      >
        <StaffForm key={formKey} {...form} />
      </EditorDialog>
      <CloseQuestion dialog={closeDialog} titleId={id} />
    </div>
  )
}

interface CloseQuestionProps {
  dialog: ReturnType<typeof useCloseMember>['dialog']
  /** Id of the list's title, which receives the focus once the line is gone. */
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
        'flex flex-wrap items-center gap-x-2 gap-y-2 border-t border-border px-3 py-2.5 last:rounded-b-lg hover:bg-sunken md:px-5',
      )}
    >
      <div className="flex min-w-0 grow basis-72 items-center gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-full bg-secondary-soft text-sm font-semibold text-secondary-ink"
        >
          {initialsOf(nameOf(member))}
        </span>
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted-foreground wrap-anywhere">{aboutOf(member)}</p>
        </div>
      </div>
      <p className="mr-auto md:w-56">{accessOf(member).label}</p>
      <Button {...ROW_OPENER} variant="outline" size="sm" aria-label={`Düzenle: ${name}`} onClick={onEdit}>
        Düzenle
      </Button>
      <Button
        variant="ghost"
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
