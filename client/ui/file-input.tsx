import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

const NO_FILE = 'Dosya seçilmedi'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** The name of the chosen file. */
  fileName: string | undefined
}

/**
 * The browser's own file field, invisible over a rendered one: press, drop and keyboard work natively, and the texts
 * are Turkish in every browser.
 */
export function FileInput({ className, fileName, ...props }: FileInputProps) {
  return (
    <span
      data-slot="file-input"
      className={cn(
        'relative flex min-h-11 w-full min-w-0 items-center gap-3 rounded-md border border-input bg-card px-3 text-base text-foreground transition-colors duration-150 hover:bg-sunken md:min-h-10',
        'has-focus-visible:border-ring has-focus-visible:outline-2 has-focus-visible:outline-ring has-aria-invalid:border-destructive has-aria-invalid:has-focus-visible:outline-destructive',
        className,
      )}
    >
      <span aria-hidden className="shrink-0 font-medium text-primary">
        Dosya seç
      </span>
      <span aria-hidden className={cn('min-w-0 truncate', fileName === undefined && 'text-muted-foreground')}>
        {fileName ?? NO_FILE}
      </span>
      {/* Without a title the browser shows a tooltip in its own language. */}
      <input
        type="file"
        title={fileName ?? NO_FILE}
        className="absolute inset-0 cursor-pointer opacity-0"
        {...props}
      />
    </span>
  )
}
