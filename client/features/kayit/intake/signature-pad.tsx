import { type PointerEvent, useId, useRef, useState } from 'react'

import { Button } from '#client/ui/button.tsx'
import { pointsOf, SIGNATURE, strokePath, type Strokes } from '#shared/intake/rules.ts'

interface SignaturePadProps {
  /** The signature that is being drawn, `null` for none. */
  drawn: Strokes | null
  /** The stored signature, shown until another one is drawn. */
  stored: Strokes | null
  /** The message of the problem. */
  error: string | undefined
  onChange: (strokes: Strokes | null) => void
}

/** The least distance of two points, in units of the pad: closer ones add nothing to the line. */
const LEAST_DISTANCE = 5

/** A field for a signature by finger, pen or mouse. A form may stay unsigned and be signed on paper. */
export function SignaturePad({ drawn, stored, error, onChange }: SignaturePadProps) {
  const id = useId()
  const current = useRef<number[] | null>(null)
  /** The pointer that draws: the hand that holds the phone may touch the pad too. */
  const drawing = useRef(0)
  const [path, setPath] = useState('')
  const shown = drawn ?? stored ?? []
  const pointOf = (event: PointerEvent<SVGSVGElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    const along = (at: number, size: number, max: number) =>
      Math.round(Math.min(1, Math.max(0, at / size)) * max)
    return [
      along(event.clientX - box.left, box.width, SIGNATURE.width),
      along(event.clientY - box.top, box.height, SIGNATURE.height),
    ]
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || current.current !== null) return
    if ((drawn?.length ?? 0) >= SIGNATURE.maxStrokes) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = event.pointerId
    current.current = pointOf(event)
    setPath(strokePath(current.current))
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = current.current
    if (stroke === null || event.pointerId !== drawing.current) return
    const [x, y] = pointOf(event)
    const [lastX = 0, lastY = 0] = stroke.slice(-2)
    const isFull = pointsOf([...(drawn ?? []), stroke]) >= SIGNATURE.maxPoints
    if (isFull || Math.hypot(x - lastX, y - lastY) < LEAST_DISTANCE) return
    stroke.push(x, y)
    setPath(strokePath(stroke))
  }
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = current.current
    if (stroke === null || event.pointerId !== drawing.current) return
    current.current = null
    setPath('')
    onChange([...(drawn ?? []), stroke])
  }
  const state = drawn !== null ? 'yeni imza' : stored === null ? 'boş' : 'imzalı'
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        {/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing is a picture */}
        <svg
          viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
          role="img"
          aria-label={`İmza alanı, ${state}`}
          aria-describedby={id}
          className="aspect-[5/2] w-full cursor-crosshair touch-none rounded-md border border-input bg-card select-none"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          onLostPointerCapture={end}
        >
          <path d="M60 310H940" className="stroke-border" strokeWidth={3} strokeDasharray="12 10" />
          <g
            className="fill-none stroke-foreground"
            strokeWidth={7}
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {shown.map((stroke, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a stroke has no other name, and none moves
              <path key={index} d={strokePath(stroke)} />
            ))}
            {path !== '' && <path d={path} />}
          </g>
        </svg>
        {drawn !== null && (
          <Button variant="ghost" size="sm" className="absolute top-1 right-1" onClick={() => onChange(null)}>
            Temizle
          </Button>
        )}
      </div>
      <p id={id} className="text-sm text-muted-foreground">
        {stored !== null && drawn === null
          ? 'Yeniden imzalatmak için üzerine çizin.'
          : 'Parmakla, kalemle ya da fareyle. İmzasız da kaydedip formu kâğıtta imzalatabilirsiniz.'}
      </p>
      {error !== undefined && <p className="text-sm font-medium text-destructive">{error}</p>}
    </div>
  )
}
