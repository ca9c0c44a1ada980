import { Plus } from 'lucide-react'
import { useId } from 'react'

import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ItemPackage } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

import { NamedLine } from './named-line.tsx'
import { ListNote, SettingsList } from './settings-parts.tsx'
import { PackageForm } from './package-form.tsx'

/** Deletes a package; 'Geri al' restores it for ten seconds. `onDeleted` is called once it is gone. */
function useDeletePackage(onDeleted: () => void) {
  const { item } = trpc.useUtils()
  const restore = trpc.item.restorePackage.useMutation({
    onSuccess: () => {
      toast.success(messages.packageRestored)
      return item.packages.invalidate()
    },
    onError: (error, input) =>
      toast.undo(errorMessage(error, messages.packageRestoreFailed, messages.packageRestoreFailed), () =>
        restore.mutate(input),
      ),
  })
  return trpc.item.deletePackage.useMutation({
    onSuccess: (_answer, { id }) => {
      item.packages.setData(
        undefined,
        (all) => all && { packages: all.packages.filter((row) => row.id !== id) },
      )
      toast.undo(messages.packageDeleted, () => restore.mutate({ id }))
      onDeleted()
    },
    onError: (error) =>
      toast.error(errorMessage(error, messages.packageDeleteFailed, messages.packageDeleteFailed)),
    onSettled: () => item.packages.invalidate(),
  })
}

const totalOf = ({ items }: ItemPackage) =>
  items.reduce((sum, { islem_adet, fiyat_kurus = 0 }) => sum + islem_adet * fiyat_kurus, 0)

/** Lists the shop's ready packages; a record receives all items of one at once. */
export function PackagesCard() {
  const id = useId()
  const list = trpc.item.packages.useQuery()
  const { edit, dialog, formKey, form } = useEditor<ItemPackage>()
  const remove = useDeletePackage(() => document.getElementById(id)?.focus())
  return (
    <SettingsList
      titleId={id}
      title="Hazır paketler"
      count={list.data && formatCount(list.data.packages.length)}
      about="Kayıtta tek seçimle bütün işlemleri eklenir."
      action={
        <Button variant="outline" size="sm" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Yeni paket
        </Button>
      }
    >
      <ListNote>
        {list.isPending && <Skeleton className="h-16" />}
        {list.isError && (
          <LoadError
            message={messages.packagesFailed}
            isPending={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.packages.length === 0 && <p className="text-muted-foreground">Henüz hazır paket yok.</p>}
      </ListNote>
      <ul>
        {list.data?.packages.map((row) => (
          <NamedLine
            key={row.id}
            name={row.name}
            about={`${formatCount(row.items.length)} işlem · ${formatTL(totalOf(row))}`}
            onEdit={() => edit(row)}
            onDelete={() => remove.mutate({ id: row.id })}
          />
        ))}
      </ul>
      <EditorDialog
        {...dialog}
        title={form.row === null ? 'Yeni paket' : 'Paketi düzenle'}
        className="md:max-w-2xl"
      >
        <PackageForm key={formKey} {...form} />
      </EditorDialog>
    </SettingsList>
  )
}
