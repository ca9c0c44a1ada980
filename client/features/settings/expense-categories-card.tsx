import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Input } from '#client/ui/input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isolated } from '#shared/bidi.ts'
import { categoryProblem, MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '#shared/expense/categories.ts'
import { messages } from '#shared/messages.ts'

import { SaveFailure } from './settings-parts.tsx'

/** Edits the shop's list of categories of expenses. */
export function ExpenseCategoriesCard() {
  const { data, isError, isFetching, refetch } = trpc.expense.categories.useQuery()
  return (
    <Card className="p-3 md:p-5">
      <h2 className="text-lg font-semibold">Gider kategorileri</h2>
      <p className="mb-3 text-sm text-muted-foreground">
        Adını değiştirdiğiniz kategori, kayıtlı giderlerinizde de değişir. Çıkardığınız kategori yeni
        giderlerde önerilmez; eski giderlerinizde kalır.
      </p>
      {data !== undefined && <CategoriesForm stored={data.categories} />}
      {data === undefined && !isError && <Skeleton className="h-40" />}
      {isError && (
        <LoadError
          message={messages.settingsLoadFailed}
          isPending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

type Line = { id: number; name: string; before: string }

const linesOf = (categories: readonly string[]): Line[] =>
  categories.map((name, id) => ({ id, name, before: name }))

/** A list that was changed elsewhere meanwhile refuses the save; what the owner has typed stays. */
function CategoriesForm({ stored }: { stored: readonly string[] }) {
  const id = useId()
  const [loaded, setLoaded] = useState(stored)
  const [lines, setLines] = useState(() => linesOf(stored))
  const [problem, setProblem] = useState<ReturnType<typeof categoryProblem>>(null)
  const { expense } = trpc.useUtils()
  const save = trpc.expense.saveCategories.useMutation({
    onSuccess: (saved) => {
      expense.categories.setData(undefined, saved)
      setLoaded(saved.categories)
      setLines(linesOf(saved.categories))
      void expense.invalidate()
      toast.success('Gider kategorileri kaydedildi.')
    },
  })
  const edited = lines.map(({ name, before }) => ({ name: name.trim(), before }))
  const isDirty = JSON.stringify(edited.map(({ name }) => name)) !== JSON.stringify(loaded)
  const change = (next: Line[]) => {
    setLines(next)
    setProblem(null)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = categoryProblem(edited)
    setProblem(found)
    if (found === null) save.mutate({ loaded: [...loaded], categories: edited })
    else document.getElementById(`${id}-${lines[found.index]?.id}`)?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
        {lines.map((line, index) => (
          <li key={line.id} className="flex gap-1">
            <Input
              id={`${id}-${line.id}`}
              aria-label={`${index + 1}. kategori`}
              aria-invalid={problem?.index === index || undefined}
              aria-describedby={problem?.index === index ? `${id}-problem` : undefined}
              maxLength={MAX_CATEGORY_LENGTH}
              autoComplete="off"
              value={line.name}
              onChange={({ target }) =>
                change(lines.map((one) => (one === line ? { ...line, name: target.value } : one)))
              }
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Çıkar: ${isolated(line.name)}`}
              onClick={() => change(lines.filter((one) => one !== line))}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-destructive empty:hidden">
        {problem?.message}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={lines.length >= MAX_CATEGORIES}
          onClick={() => {
            const next = Math.max(0, ...lines.map((line) => line.id)) + 1
            change([...lines, { id: next, name: '', before: '' }])
            requestAnimationFrame(() => document.getElementById(`${id}-${next}`)?.focus())
          }}
        >
          <Plus aria-hidden />
          Kategori ekle
        </Button>
        {isDirty && (
          <Button type="submit" isPending={save.isPending}>
            Kaydet
          </Button>
        )}
      </div>
      {save.isError && <SaveFailure error={save.error} />}
    </form>
  )
}
