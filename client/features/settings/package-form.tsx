import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { MoneyInput } from '#client/components/money-input.tsx'
import { TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { changeField, type FormFields, visibleProblems } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { isolated } from '#shared/bidi.ts'
import { AppError } from '#shared/errors.ts'
import type { ItemPackage } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PACKAGE_ITEMS } from '#shared/options.ts'

import {
  arePackageRows,
  kurusOf,
  newPackageRow,
  PACKAGE_RULES,
  packageFields,
  packageProblems,
  type PackageRow,
  packageSnapshot,
  type PackageValues,
} from './item-values.ts'

interface PackageFormProps {
  /** Package to edit, `null` for a new one. */
  row: ItemPackage | null
  /** Called when the user typed more during a save: the form then edits the stored package. */
  onContinue: (stored: ItemPackage) => void
  onClose: () => void
}

/** Edits the name and the items of a ready package; this device stores the draft until the save. */
export function PackageForm({ row, onContinue, onClose }: PackageFormProps) {
  const id = row?.id ?? 0
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.item.savePackage.useMutation()
  const [stored] = useState(() => packageSnapshot(row))
  const form = useForm<PackageValues, ItemPackage>({
    rules: PACKAGE_RULES,
    stored,
    validate: packageProblems,
    draft: { name: `paket:${useSessionUser().id}:${id}`, mode: 'restore', isValid: arePackageRows },
    save: (values, keyAndVersion) => mutateAsync({ ...packageFields(values), ...keyAndVersion, id }),
    snapshotOf: packageSnapshot,
    reload: async () => {
      const { packages } = await api.item.packages.fetch(undefined, { staleTime: 0 })
      const now = packages.find((one) => one.id === id)
      if (now === undefined) throw new AppError('NOT_FOUND', messages.packageNotFound)
      return now
    },
    onStored: (saved, { isDirty }) => {
      void utils.item.packages.invalidate()
      toast.success(messages.packageSaved)
      if (isDirty) onContinue(saved)
      else onClose()
    },
    failureMessage: (error) => errorMessage(error, messages.packageSaveFailed, messages.packageSaveFailed),
    onRefused: () => void utils.item.packages.invalidate(),
  })
  return (
    <FormFrame form={form}>
      <TextField form={form} name="name" required />
      <PackageItems form={form} />
      <DialogFormButtons form={form} onClose={onClose} />
    </FormFrame>
  )
}

const COLUMNS =
  'grid grid-cols-[4.5rem_minmax(0,1fr)_2.75rem] gap-2 md:grid-cols-[minmax(0,1fr)_4.5rem_8rem_2.5rem]'

function PackageItems({ form }: { form: FormFields<PackageValues> }) {
  const { store } = form
  const list = useRef<HTMLFieldSetElement>(null)
  const rows = useStore(store, ({ values }) => values.items)
  const fillCount = useStore(store, (state) => state.fillCount)
  const problems = useStore(store, (state) => visibleProblems(state, form))
  const wrong = new Set<string>(problems.flatMap(({ names }) => names))
  const itemProblems = problems.filter(({ names }) => names.some((name) => name.startsWith('items')))
  const changeRow = (key: string, part: Partial<PackageRow>) =>
    changeField(store, 'items', (all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const focusName = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[name="items.${index}.islem_adi"]`)?.focus(),
    )
  const add = () => {
    changeField(store, 'items', (all) => [...all, newPackageRow()])
    focusName(rows.length)
  }
  const drop = (key: string, index: number) => {
    changeField(store, 'items', (all) => all.filter((row) => row.key !== key))
    focusName(Math.max(0, Math.min(index, rows.length - 2)))
  }
  return (
    <fieldset ref={list} className="grid gap-3">
      <legend className="mb-1.5 font-medium">
        İşlemler <span className="text-xs font-normal text-muted-foreground">Fiyatlar KDV dahildir.</span>
      </legend>
      <div aria-hidden className={`${COLUMNS} -mb-2 text-sm text-muted-foreground`}>
        <span className="max-md:hidden">İşlem adı</span>
        <span className="text-right">Adet</span>
        <span className="text-right">Fiyat</span>
      </div>
      {rows.map((row, index) => {
        const control = (name: keyof PackageRow, label: string) => ({
          name: `items.${index}.${name}`,
          'aria-label': `${label}, ${index + 1}. satır`,
          ...(wrong.has(`items.${index}.${name}`) && { 'aria-invalid': true as const }),
        })
        return (
          <div key={`${row.key}-${fillCount}`} className={COLUMNS}>
            <Input
              {...control('islem_adi', 'İşlem adı')}
              autoComplete="off"
              placeholder="İşlem adı"
              className="max-md:col-span-full"
              value={row.islem_adi}
              onChange={({ target }) => changeRow(row.key, { islem_adi: target.value })}
            />
            <Input
              {...control('islem_adet', 'Adet')}
              {...DIGITS_INPUT}
              autoComplete="off"
              className="text-right"
              value={row.islem_adet}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => changeRow(row.key, { islem_adet: target.value })}
            />
            <MoneyInput
              {...control('fiyat_kurus', 'Fiyat (KDV dahil)')}
              value={row.fiyat_kurus}
              onFocus={({ target }) => target.select()}
              onAmountChange={(_amount, text) => changeRow(row.key, { fiyat_kurus: kurusOf(text) })}
            />
            <Button
              variant="ghost"
              size="icon"
              className="md:size-10"
              aria-label={`Sil: ${isolated(row.islem_adi) || `${index + 1}. satır`}`}
              onClick={() => drop(row.key, index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        )
      })}
      {itemProblems.length > 0 && (
        <p className="text-sm font-medium text-destructive">
          {[...new Set(itemProblems.map(({ message }) => message))].join(' ')}
        </p>
      )}
      {rows.length < MAX_PACKAGE_ITEMS && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
          <Plus aria-hidden />
          İşlem ekle
        </Button>
      )}
    </fieldset>
  )
}
