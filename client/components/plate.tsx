import { cn } from '#client/lib/cn.ts'
import { Highlight, type HighlightProps } from '#client/components/highlight.tsx'
import { isTurkishPlate } from '#shared/vehicle.ts'

interface PlateProps {
  /** The stored text; not empty. */
  text: string
  /** The search whose hits are marked. */
  query?: string
  across?: HighlightProps['across']
  /** 'md' in a row, 'xl' in the title of a screen. */
  size?: 'md' | 'xl'
  className?: string
}

/** The longest plate that stays on one line; a longer, unusual one breaks, at a space if it has one. */
const LONG = 14

/**
 * A plate, drawn like a Turkish one: text that can be selected and is read aloud. A foreign or unusual one has no blue
 * band.
 */
export function Plate({ text, query = '', across, size = 'md', className }: PlateProps) {
  return (
    <span
      className={cn('plate', className)}
      data-size={size}
      data-band={isTurkishPlate(text) ? '' : undefined}
    >
      <span className={cn('min-w-0 wrap-anywhere', text.length <= LONG && 'md:whitespace-nowrap')}>
        <Highlight text={text} {...{ query, across }} kind="vehicle" />
      </span>
    </span>
  )
}
