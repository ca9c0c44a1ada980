import { X } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'

import { ChoiceField } from '#client/forms/choice-field.tsx'
import { type FormFields, useField } from '#client/forms/use-field.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'
import { intakeMessages } from '#shared/intake/messages.ts'
import {
  CAR_SIDES,
  LABELS,
  type Mark,
  MARK_KINDS,
  type MarkKind,
  OUTLINE,
  placeAt,
  pointOf,
  type Shape,
  SIDES,
} from '#shared/intake/outline.ts'
import { CAR_PLACES, MARK_WORDS, markWords, MAX_MARKS } from '#shared/intake/rules.ts'

import { type IntakeValues, parseMarks } from './intake-values.ts'

const KINDS = MARK_KINDS.map((value) => ({ value, label: MARK_WORDS[value] }))

const LOOKS: Readonly<Record<Shape['kind'], string>> = {
  body: 'fill-sunken stroke-foreground',
  glass: 'fill-card stroke-foreground',
  line: 'fill-none stroke-muted-foreground',
}

/** The damages of a car: choose the kind, then tap the car. A list and a choice of places do the same by keyboard. */
export function CarMap({ form }: { form: FormFields<IntakeValues> }) {
  const { value, error, setValue } = useField(form, 'marks')
  const kind = useStore(form.store, ({ values }) => values.mark_kind)
  const marks = parseMarks(value)
  const store = (next: readonly Mark[]) => setValue(next.length === 0 ? '' : JSON.stringify(next))
  const add = ({ side, x, y }: Pick<Mark, 'side' | 'x' | 'y'>) => {
    if (marks.length >= MAX_MARKS) return toast.error(intakeMessages.tooManyMarks)
    store([...marks, { side, x, y, kind }])
  }
  return (
    <div className="grid min-w-0 gap-3">
      <ChoiceField form={form} name="mark_kind" choices={KINDS} />
      <Outline marks={marks} onTap={add} />
      <PlaceChoice kind={kind} onAdd={add} />
      {error !== undefined && <p className="text-sm font-medium text-destructive">{error}</p>}
      {marks.length > 0 && (
        <ol aria-label="İşaretlenen hasarlar" className="divide-y divide-border border-y border-border">
          {marks.map((mark, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- two damages may be equal
              key={index}
              className="flex items-center gap-3 pl-1"
            >
              <span className="w-6 font-semibold text-warning-ink tabular-nums">{index + 1}</span>
              <span className="grow">{markWords(mark)}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`${index + 1}. hasarı kaldır: ${markWords(mark)}`}
                onClick={() => store(marks.filter((_, other) => other !== index))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The place of a tap in the outline. */
function placeOf(event: MouseEvent<SVGSVGElement>): Pick<Mark, 'side' | 'x' | 'y'> | null {
  const matrix = event.currentTarget.getScreenCTM()
  if (matrix === null) return null
  return placeAt(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()))
}

function Outline({
  marks,
  onTap,
}: {
  marks: readonly Mark[]
  onTap: (place: Pick<Mark, 'side' | 'x' | 'y'>) => void
}) {
  const words = marks.map((mark, index) => `${index + 1} ${markWords(mark)}`)
  const shown = words.length === 0 ? 'hasar işaretlenmedi' : words.join('; ')
  /* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- `PlaceChoice` does the same by keyboard */
  return (
    <svg
      viewBox={`-4 -4 ${OUTLINE.width + 8} ${OUTLINE.height + 8}`}
      role="img"
      aria-label={`Araç, üstten ve dört yandan: ${shown}`}
      className="mx-auto w-full max-w-72 cursor-crosshair touch-manipulation select-none"
      onClick={(event) => {
        const place = placeOf(event)
        if (place !== null) onTap(place)
      }}
    >
      {CAR_SIDES.map((side) => (
        <g key={side} transform={`matrix(${SIDES[side].matrix.join(' ')})`}>
          {SIDES[side].shapes.map(({ kind, path }) => (
            <path key={path} d={path} className={LOOKS[kind]} strokeWidth={kind === 'line' ? 0.7 : 1.1} />
          ))}
        </g>
      ))}
      <g className="fill-muted-foreground text-[10px]">
        {LABELS.map(({ side, x, y, anchor }) => (
          <text key={side} x={x} y={y} textAnchor={anchor}>
            {SIDES[side].label}
          </text>
        ))}
      </g>
      {marks.map((mark, index) => {
        const { x, y } = pointOf(mark)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two damages may be equal
          <g key={index} transform={`translate(${x} ${y})`} className="fill-warning-ink stroke-card">
            <MarkShape kind={mark.kind} />
            <text y={3.2} textAnchor="middle" className="fill-card stroke-none text-[9px] font-semibold">
              {index + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
  /* oxlint-enable */
}

/** The shape carries the kind: circle, square and diamond, as on the printed form. */
function MarkShape({ kind }: { kind: MarkKind }) {
  if (kind === 'scratch') return <circle r={8.5} />
  if (kind === 'dent') return <rect x={-8} y={-8} width={16} height={16} rx={2.5} />
  return <path d="M0-10.5 10.5 0 0 10.5-10.5 0Z" />
}

function PlaceChoice({
  kind,
  onAdd,
}: {
  kind: MarkKind
  onAdd: (place: Pick<Mark, 'side' | 'x' | 'y'>) => void
}) {
  const id = useId()
  const [name, setName] = useState('')
  const place = CAR_PLACES.find((one) => one.name === name)
  return (
    <div className="flex items-end gap-2">
      <div className="grid min-w-0 grow gap-1.5">
        <Label htmlFor={id}>Hasarın yeri</Label>
        <Select id={id} value={name} onChange={({ target }) => setName(target.value)}>
          <option value="">Araca dokunun ya da seçin</option>
          {CAR_PLACES.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </Select>
      </div>
      <Button
        variant="outline"
        aria-label={`Ekle: ${MARK_WORDS[kind]}`}
        disabled={place === undefined}
        onClick={() => place !== undefined && onAdd(place)}
      >
        Ekle
      </Button>
    </div>
  )
}
