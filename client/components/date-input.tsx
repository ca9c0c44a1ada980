import { CalendarDays } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { formatDay, parseDay } from '#shared/date.ts'

interface DateInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** The value: 'YYYY-MM-DD', '' for none, or a text that is no date (shown unchanged). */
  value: string
  /** Called on every key with 'YYYY-MM-DD' or '' if the text is readable, otherwise with the text itself. */
  onValueChange: (value: string) => void
}

/** Returns the field's text for a value: 'gg.aa.yyyy', or the text that is no date. */
function display(value: string): string {
  const parsed = parseDay(value)
  if (!parsed.ok) return value
  return parsed.day === null ? '' : formatDay(parsed.day)
}

/**
 * The calendar's button, at least 44 px on touch screens; on a tablet it is a little higher than the field, so it has
 * no border.
 */
const OPENER =
  'absolute top-1/2 right-0 -translate-y-1/2 md:max-lg:size-11 md:max-lg:hover:bg-transparent lg:right-0.5 pointer-coarse:size-11 pointer-coarse:hover:bg-transparent'

/** A date, typed in any usual format or picked from the browser's own calendar. */
export function DateInput({ value, onValueChange, className, onBlur, disabled, ...props }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const parsed = parseDay(value)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    const read = parseDay(text)
    setTyped(text)
    onValueChange(read.ok ? (read.day ?? '') : text)
  }
  return (
    <div className={cn('relative', className)}>
      <Input
        {...props}
        disabled={disabled}
        {...DIGITS_INPUT}
        autoComplete="off"
        placeholder="gg.aa.yyyy"
        className="pr-12"
        value={typed ?? display(value)}
        onChange={change}
        onBlur={(event) => {
          setTyped(null)
          onBlur?.(event)
        }}
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute right-0 bottom-0 h-full w-11 opacity-0"
        value={parsed.ok ? (parsed.day ?? '') : ''}
        onChange={(event) => onValueChange(event.target.value)}
      />
      <Button
        variant="ghost"
        size="icon"
        disabled={disabled}
        className={OPENER}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays aria-hidden />
        <span className="sr-only">Takvimi aç</span>
      </Button>
    </div>
  )
}
