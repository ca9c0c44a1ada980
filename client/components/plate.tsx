import { cn } from '#client/lib/cn.ts'
import { Highlight } from '#client/components/highlight.tsx'
import { isTurkishPlate } from '#shared/vehicle.ts'

interface PlateProps {
  /** As stored; not empty. */
  text: string
  /** The search whose hits are marked. */
  query?: string
  /** In a row, or as the title of a screen. */
  size?: 'md' | 'xl'
  className?: string
}

/** More characters than any usual plate, which then breaks: at a space if it has one. */
const LONG = 14

/**
 * A plate as an object: text that can be selected and is read aloud, drawn like a Turkish plate. Foreign and odd
 * ones have no blue band.
 */
export function Plate({ text, query = '', size = 'md', className }: PlateProps) {
  return (
    <span
      className={cn('plate', className)}
      data-size={size}
      data-band={isTurkishPlate(text) ? '' : undefined}
    >
      <span className={cn('min-w-0 wrap-anywhere', text.length <= LONG && 'md:whitespace-nowrap')}>
        <Highlight text={text} query={query} kind="vehicle" />
      </span>
    </span>
  )
}
