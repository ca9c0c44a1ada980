import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'

import { type FormFields, useField, visibleProblems } from '#client/forms/use-field.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'
import { MAX_ITEM_WARRANTIES } from '#shared/intake/rules.ts'
import { itemKey } from '#shared/item/rules.ts'

import {
  type DeliveryValues,
  parseWarranties,
  type TypedWarranty,
  warrantiesText,
} from './delivery-values.ts'
import type { FormItem } from './seen.ts'

const FIELD = 'item_warranties'
const LIMITS = [
  { name: 'warranty_months', unit: 'ay', width: 'w-20' },
  { name: 'warranty_km', unit: 'km', width: 'w-32' },
] as const

/** The works with another warranty than the rest. Empty fields mean no warranty. */
export function OwnWarranties({
  form,
  items,
}: {
  form: FormFields<DeliveryValues>
  items: readonly FormItem[]
}) {
  const list = useRef<HTMLUListElement>(null)
  const { value, setValue } = useField(form, FIELD)
  const rows = parseWarranties(value)
  const store = (next: readonly TypedWarranty[]) => setValue(warrantiesText(next))
  const problems = useStore(form.store, (state) => visibleProblems(state, form)).filter(({ names }) =>
    names.some((name) => name.startsWith(FIELD)),
  )
  const problemsOf = (index: number) =>
    problems.filter(({ names }) => names.some((name) => name.startsWith(`${FIELD}.${index}.`)))
  const add = (islem_adi: string) => {
    store([...rows, { islem_adi, warranty_months: '', warranty_km: '' }])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[name="${FIELD}.${rows.length}.warranty_months"]`)?.focus(),
    )
  }
  return (
    <div className="grid min-w-0 gap-2">
      <ul
        ref={list}
        aria-label="Ayrı garantili işler"
        className="divide-y divide-border border-y border-border empty:hidden"
      >
        {rows.map((row, index) => (
          <WarrantyRow
            key={row.islem_adi}
            row={row}
            name={`${FIELD}.${index}`}
            problems={problemsOf(index)}
            onChange={(next) => store(rows.with(index, next))}
            onRemove={() => store(rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {problems
        .filter(({ names }) => names[0] === FIELD)
        .map(({ message }) => (
          <p key={message} className="text-sm font-medium text-destructive">
            {message}
          </p>
        ))}
      {rows.length < MAX_ITEM_WARRANTIES && <WorkChoice names={worksWithout(rows, items)} onAdd={add} />}
    </div>
  )
}

/** Returns the names of the works without a row, each once. */
function worksWithout(rows: readonly TypedWarranty[], items: readonly FormItem[]): string[] {
  const taken = new Set(rows.map(({ islem_adi }) => itemKey(islem_adi)))
  const works = items.filter(({ kind, islem_adi }) => kind !== 'discount' && islem_adi.trim() !== '')
  const byKey = new Map(works.map(({ islem_adi }) => [itemKey(islem_adi), islem_adi.trim()] as const))
  return [...byKey].filter(([key]) => !taken.has(key)).map(([, name]) => name)
}

function WorkChoice({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  if (names.length === 0) return null
  const chosen = names.includes(name) ? name : ''
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Garantisi ayrı olan iş</Label>
      <div className="flex gap-2">
        <Select id={id} value={chosen} onChange={({ target }) => setName(target.value)}>
          <option value="">İş seçin</option>
          {names.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button variant="outline" disabled={chosen === ''} onClick={() => onAdd(chosen)}>
          Ekle
        </Button>
      </div>
    </div>
  )
}

interface WarrantyRowProps {
  row: TypedWarranty
  /** The beginning of its controls' names. */
  name: string
  problems: readonly { names: readonly string[]; message: string }[]
  onChange: (row: TypedWarranty) => void
  onRemove: () => void
}

function WarrantyRow({ row, name: rowName, problems, onChange, onRemove }: WarrantyRowProps) {
  const id = useId()
  const wrong = new Set(problems.flatMap(({ names }) => names))
  const { islem_adi } = row
  const isNone = LIMITS.every(({ name }) => row[name].trim() === '')
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
      <span className="grow basis-full wrap-anywhere md:basis-40">
        {islem_adi}
        {isNone && <span className="text-sm text-muted-foreground"> (garanti yok)</span>}
      </span>
      {LIMITS.map(({ name, unit, width }) => (
        <span key={name} className="relative">
          <Input
            name={`${rowName}.${name}`}
            aria-label={`${islem_adi}, garanti ${unit}`}
            {...(wrong.has(`${rowName}.${name}`) && {
              'aria-invalid': true as const,
              'aria-describedby': id,
            })}
            className={`${width} pr-10`}
            value={row[name]}
            onChange={({ target }) => onChange({ ...row, [name]: target.value })}
            {...DIGITS_INPUT}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-sm text-muted-foreground"
          >
            {unit}
          </span>
        </span>
      ))}
      <Button
        variant="ghost"
        size="icon"
        className="max-md:ml-auto"
        aria-label={`Ayrı garantiyi kaldır: ${islem_adi}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
      <span id={id} className="basis-full text-sm font-medium text-destructive empty:hidden">
        {problems.map(({ message }) => message).join(' ')}
      </span>
    </li>
  )
}
